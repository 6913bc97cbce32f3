import { CliError, messageOf } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { findSystem } from '../find/find-system.ts';
import { createHistory } from '../system/history.ts';
import { refusalReason } from '../system/refusal-reason.ts';
import { callService } from '../system/service-call.ts';
import { dropGroups, withUserPool, type DropGroup } from '../system/user-pool.ts';
import { fine, looking, type Check, type Looking } from './finding.ts';
import { judgeDroppers, judgeToken, type TokenState } from './verdicts.ts';

const history: Check<Services, undefined> = {
  name: 'history',
  read: async (services) => {
    await createHistory(services).runPages({}).next();
    return undefined;
  },
  judge: () => [fine('The import history answers.')],
};

const token: Check<Services, TokenState> = {
  name: 'token',
  read: async (services) => {
    const system = await findSystem(services);
    try {
      await system.token();
    } catch (error) {
      if (error instanceof CliError && error.exit === 'failed') return { kind: 'none' };
      throw error;
    }
    const { signal } = services;
    const answer = await callService({ system, operation: 'checkCredentials', body: {}, signal });
    if ('file' in answer || answer.envelope.ok) return { kind: 'accepted' };
    return { kind: 'refused', why: refusalReason(answer.envelope) ?? 'it gives no reason.' };
  },
  judge: judgeToken,
};

/** Without a console, IAM alone says who drops where. */
const droppers: Check<Services, readonly DropGroup[] | undefined> = {
  name: 'droppers',
  read: async (services) => ((await hasPeople(services)) ? withUserPool(services, dropGroups) : undefined),
  judge: judgeDroppers,
};

async function hasPeople(services: Services): Promise<boolean> {
  const system = await findSystem(services);
  try {
    system.userPool();
    return true;
  } catch {
    return false;
  }
}

/** What every system of the flow has, on AWS or on one machine. */
export const systemChecks: readonly Looking<Services>[] = [
  looking(history, messageOf),
  looking(token, messageOf),
  looking(droppers, messageOf),
];
