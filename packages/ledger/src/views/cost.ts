import { z } from 'zod';
import type { Run } from '../run/schemas.ts';
import type { Progress } from '../run/progress.ts';
import { prices } from './prices.ts';

/** About what each part of the flow uses, as measured or counted in its code. The service itself is not included. */
const assumed = {
  /** An intent, an answer and an end, each with its line in the history, and all around them. */
  writesOfAttempt: 18,
  writesOfRun: 60,
  /** A strong read of one submission in a list of all. */
  readsOfSubmission: 0.15,
  readsOfAttempt: 8,
  putsOfSubmission: 2,
  putsOfRun: 5,
  /** Sent, received and deleted. */
  requestsOfMessage: 3,
  gbSecondsOfAttempt: 0.5,
  gbSecondsOfStep: 0.25,
  /** Reading the file and writing the result sheet. */
  gbSecondsOfRow: 0.0001,
  /** One function, one choice and one wait. */
  transitionsOfStep: 3,
} as const;

/** About how much of AWS a run has used so far, and what that costs at list prices. */
export const costSchema = z.object({
  invocations: z.int(),
  gbSeconds: z.number(),
  tableWrites: z.int(),
  tableReads: z.int(),
  queueRequests: z.int(),
  objectPuts: z.int(),
  transitions: z.int(),
  mails: z.int(),
  /** US dollars, an estimate. */
  usd: z.number(),
});
export type Cost = z.infer<typeof costSchema>;

type WorkDone = Pick<Progress, 'usage' | 'dry' | 'real'>;

/** An estimate from the attempts, batches, rows and duration in the ledger. Pure. */
export function costOf(run: Run, { usage, dry, real }: WorkDone, now: Date): Cost {
  const attempts = usage.dryRuns + usage.imports;
  const submissions = dry.batches + real.batches;
  const steps = stepsOf(run, { submissions, now });
  const mails = run.notice?.state === 'sent' ? run.emails.length : 0;
  const counts = {
    invocations: 2 + attempts + steps,
    gbSeconds: rounded(
      attempts * assumed.gbSecondsOfAttempt +
        steps * assumed.gbSecondsOfStep +
        (run.reading?.rows ?? 0) * assumed.gbSecondsOfRow,
    ),
    tableWrites: assumed.writesOfRun + attempts * assumed.writesOfAttempt,
    tableReads: Math.ceil(
      attempts * assumed.readsOfAttempt + steps * submissions * assumed.readsOfSubmission,
    ),
    queueRequests: (1 + attempts) * assumed.requestsOfMessage,
    objectPuts: assumed.putsOfRun + submissions * assumed.putsOfSubmission,
    transitions: steps * assumed.transitionsOfStep,
    mails,
  };
  return { ...counts, usd: rounded(usdOf(counts)) };
}

function usdOf(counts: Omit<Cost, 'usd'>): number {
  return (
    counts.invocations * prices.perInvocation +
    counts.gbSeconds * prices.perGbSecond +
    counts.tableWrites * prices.perTableWrite +
    counts.tableReads * prices.perTableRead +
    counts.queueRequests * prices.perQueueRequest +
    counts.objectPuts * prices.perObjectPut +
    counts.transitions * prices.perTransition +
    counts.mails * prices.perMail
  );
}

/**
 * About how many steps the tracker made: one for each submission that ended, but not more than one a second; a dozen in the first
 * minutes of a wait, and one every five minutes after that.
 */
function stepsOf(run: Run, { submissions, now }: { submissions: number; now: Date }): number {
  const end = run.finishedAt === undefined ? now.getTime() : Date.parse(run.finishedAt);
  const seconds = Math.max(0, end - Date.parse(run.startedAt)) / 1000;
  return Math.ceil(Math.min(seconds, submissions + 12 + seconds / 300));
}

/** Rounded to six decimals, because a small run costs less than a hundredth of a cent. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
