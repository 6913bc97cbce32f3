import { verifiedText, verifyHistory, type Verified } from '@sluice/ledger/audit';
import type * as z from 'zod';
import type { Command } from '../command.ts';
import { timesOf } from '../io/since.ts';
import type { Services } from '../io/services.ts';
import { createHistory } from '../system/history.ts';
import type { rangeSchema } from './options.ts';

type AuditVerifyOptions = z.infer<typeof rangeSchema>;

async function auditVerify(options: AuditVerifyOptions, services: Services): Promise<Verified> {
  const { voice, now, sleep } = services;
  const label = 'verifying seals';
  const progress = (part: number, day: string): void => voice.progress({ label, part, detail: day });
  const history = createHistory(services);
  const verified = await verifyHistory(history, timesOf(options, services), { now, sleep, progress });
  voice.endProgress();
  return verified;
}

export const command: Command<AuditVerifyOptions, Verified> = {
  run: auditVerify,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
