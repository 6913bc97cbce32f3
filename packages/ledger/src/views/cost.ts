import * as z from 'zod';
import type { Run } from '../run/schemas.ts';
import type { Progress } from '../run/progress.ts';
import { computeOf } from './model.ts';
import { requestsSchema, usdOf } from './prices.ts';

/** What the flow has used of AWS for a run so far, and what that costs at list prices. The service is not included. */
export const costSchema = requestsSchema.extend({
  /** US dollars. */
  usd: z.number(),
});
export type Cost = z.infer<typeof costSchema>;

type WorkDone = Pick<Progress, 'usage' | 'dry' | 'real' | 'work'>;

/** As counted in runs without faults. test/cost compares it with all requests of a run. */
const units = {
  writes: { run: 85, step: 1, submission: 4, attempt: 3 },
  /** `listed`: a submission in a list of all. */
  reads: { run: 26, step: 1, attempt: 4, planned: 2, listed: 0.17 },
  /** Sent ten at once, received and deleted one by one. */
  queueRequests: { run: 5, attempt: 2.1 },
  objectGets: { run: 6, attempt: 2 },
} as const;

/** The result sheet is uploaded in parts, and each row of it has a status and an id more than the drop. */
const sheet = { partBytes: 8 * 1024 * 1024, moreBytesOfRow: 40, packedTo: 0.35 };

/** From the work that the ledger knows: attempts, submissions, steps of the tracker, and rows. Pure. */
export function costOf(run: Run, { usage, dry, real, work }: WorkDone): Cost {
  const attempts = usage.dryRuns + usage.imports;
  const submissions = dry.batches + real.batches;
  const { steps, read } = work ?? { steps: 0, read: 0 };
  const rows = run.reading?.rows ?? 0;
  const sent = dry.batches === 0 ? 0 : (rows * attempts) / dry.batches;
  const { writes, reads, queueRequests, objectGets } = units;
  const requests = {
    ...computeOf({
      invocations: { read: 1, submit: attempts, step: steps, report: 1 },
      rows,
      sent,
    }),
    tableWrites:
      writes.run + steps * writes.step + submissions * writes.submission + attempts * writes.attempt,
    tableReads: Math.ceil(
      reads.run +
        steps * reads.step +
        attempts * reads.attempt +
        real.batches * reads.planned +
        (read + 3 * submissions) * reads.listed,
    ),
    queueRequests: Math.round(queueRequests.run + attempts * queueRequests.attempt),
    objectPuts: submissions + putsOfSheet(run, rows),
    objectGets: objectGets.run + attempts * objectGets.attempt,
    mails: run.notice?.state === 'sent' ? run.emails.length : 0,
  };
  return { ...requests, gbSeconds: rounded(requests.gbSeconds), usd: rounded(usdOf(requests)) };
}

/** With the link in the mail, as by default, and with the packed rows beside the sheet. */
function putsOfSheet({ bytes, resultKey }: Run, rows: number): number {
  if (resultKey === undefined) return 0;
  const sheetBytes = bytes + rows * sheet.moreBytesOfRow;
  return 1 + putsOf(sheetBytes) + putsOf(sheetBytes * sheet.packedTo);
}

/** A large object is begun, uploaded in parts, and completed. */
function putsOf(bytes: number): number {
  const parts = Math.max(1, Math.ceil(bytes / sheet.partBytes));
  return parts === 1 ? 1 : parts + 2;
}

/** Rounded to six decimals, because a small run costs less than a hundredth of a cent. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
