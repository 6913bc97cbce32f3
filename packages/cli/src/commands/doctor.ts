import type { Command } from '../command/command.ts';
import type { Finding } from '../doctor/finding.ts';
import { systemChecks } from '../doctor/system-checks.ts';
import type { Services } from '../io/services.ts';
import { findSystem } from '../find/find-system.ts';
import { printable } from '@sluice/contract/words';
import { inColumns, type Paint, type Lines } from '../io/columns.ts';

interface Examined {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Looks at a deployed stack, or at the system on this machine, and says what is missing. */
async function doctor(_options: object, services: Services): Promise<Examined> {
  const stack = services.env['SLUICE_STACK'];
  const findings = stack ? await ofStack(stack, services) : await ofThisMachine(services);
  return { ok: findings.every(({ state }) => state === 'ok'), findings };
}

async function ofStack(stack: string, services: Services): Promise<Finding[]> {
  const [{ stackSource }, { stackChecks }] = await Promise.all([
    import('../doctor/stack-source.ts'),
    import('../doctor/stack-checks.ts'),
  ]);
  const source = await stackSource(stack, services);
  if (source === undefined) return ofThisMachine(services);
  // The service has a stack of its own, without a history or a token.
  const isFlow = source.output('HistoryUrl') !== undefined;
  const found = [
    ...(isFlow ? systemChecks.map((look) => look(services)) : []),
    ...stackChecks.map((look) => look(source)),
  ];
  return (await Promise.all(found)).flat();
}

async function ofThisMachine(services: Services): Promise<Finding[]> {
  await findSystem(services);
  const found = await Promise.all(systemChecks.map((look) => look(services)));
  services.voice.say(
    'Mail, alarms, quotas, queues, schedules and notifications can be missing on AWS only: --stack NAME looks at a stack there.',
  );
  return found.flat();
}

function doctorText({ findings }: Examined, paint: Paint): Lines {
  const colours = { ok: paint.green, missing: paint.red, unknown: paint.yellow };
  const rows = findings.map(({ check, state, text, todo }) => [
    colours[state](state),
    check,
    printable([text, todo].filter(Boolean).join(' ')),
  ]);
  return inColumns(rows);
}

export const command: Command<object, Examined> = {
  run: doctor,
  text: doctorText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
