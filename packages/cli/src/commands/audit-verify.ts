import {
  checkedValuesSchema,
  verifiedText,
  verifyHistory,
  type CheckedValues,
  type Verified,
  type VerifiedDay,
} from '@sluice/ledger/audit';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { timesOf } from '../io/since.ts';
import type { Services } from '../io/services.ts';
import { callPanel, findControlPanel, type ControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory } from '../system/history.ts';
import type { rangeSchema } from './options.ts';

type AuditVerifyOptions = z.infer<typeof rangeSchema>;

/** The findings are listed once: days have their number. */
interface Answer extends Omit<Verified, 'days'> {
  readonly days: readonly (Omit<VerifiedDay, 'findings'> & { readonly places: number })[];
}

async function auditVerify(options: AuditVerifyOptions, services: Services): Promise<Answer> {
  const { voice, now, sleep } = services;
  const label = 'verifying seals';
  const progress = (part: number, day: string): void => voice.progress({ label, part, detail: day });
  const history = { ...createHistory(services), values: valuesOf(options, services) };
  const verified = await verifyHistory(history, timesOf(options, services), { now, sleep, progress });
  voice.endProgress();
  const days = verified.days.map(({ findings, ...day }) => ({ ...day, places: findings.length }));
  return { ...verified, days };
}

const checkedSchema = z.object({ items: z.array(checkedValuesSchema) });

/** Asks the service what it has stored of imports. Who may not ask is told so, once. */
function valuesOf({ site, url }: AuditVerifyOptions, services: Services) {
  let asked: Promise<{ readonly panel: ControlPanel; readonly siteId: string }> | undefined;
  const find = async () => {
    const panel = await findControlPanel(url, services);
    return { panel, siteId: await siteIdFor(site, panel) };
  };
  return async (importIds: readonly string[]): Promise<readonly CheckedValues[] | undefined> => {
    try {
      const { panel, siteId } = await (asked ??= find());
      return (await callPanel(panel, ['verifyValues', { siteId, importIds }], checkedSchema)).items;
    } catch (error) {
      if (!(error instanceof CliError) || error.exit === 'interrupted') throw error;
      services.voice.say(`Without the values: ${error.message}`);
      return undefined;
    }
  };
}

export const command: Command<AuditVerifyOptions, Answer> = {
  run: auditVerify,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
