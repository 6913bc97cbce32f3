import { verifiedText, verifyHistory, type Verified, type VerifiedDay } from '@sluice/ledger/audit';
import type * as z from 'zod';
import type { Command } from '../command.ts';
import { timesOf } from '../io/since.ts';
import type { Services } from '../io/services.ts';
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
  const history = createHistory(services);
  const verified = await verifyHistory(history, timesOf(options, services), { now, sleep, progress });
  voice.endProgress();
  const days = verified.days.map(({ findings, ...day }) => ({ ...day, places: findings.length }));
  return { ...verified, days };
}

export const command: Command<AuditVerifyOptions, Answer> = {
  run: auditVerify,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
