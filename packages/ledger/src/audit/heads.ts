import type { MigrationRun } from '@sluice/migrations';
import { z } from 'zod';
import { subjectOf } from '../history/beginnings.ts';
import { canonicalJson, sha256 } from '../history/chain.ts';
import type { Run } from '../run/schemas.ts';
import { ledgerEventSchema, subjectSchema } from '../history/event.ts';
import type { Submission } from '../submission/schemas.ts';
import { byBatchAndPhase } from '../order.ts';

/** How far the history of a subject goes: the number and the hash of its last event; null where the item has none. */
export const subjectHeadSchema = z.object({
  subject: subjectSchema,
  version: z.int().positive(),
  hash: z.string().nullable(),
});
export type SubjectHead = Readonly<z.infer<typeof subjectHeadSchema>>;

/** As the items of a run say: the run first, then its submissions in order of batch, dry before real. */
export function headsOf(run: Run, submissions: readonly Submission[]): SubjectHead[] {
  return [
    { subject: 'run', version: run.version, hash: run.head ?? null },
    ...submissions.toSorted(byBatchAndPhase).map((submission) => ({
      subject: subjectOf(submission),
      version: submission.version,
      hash: submission.head ?? null,
    })),
  ];
}

/** Of a migration there is one history. */
export function headsOfMigration({ version, head }: MigrationRun): SubjectHead[] {
  return [{ subject: 'migration', version, hash: head ?? null }];
}

/** One hash for all that has happened to a run. */
export function runHeadOf(heads: readonly SubjectHead[]): string {
  return sha256(canonicalJson(heads.map(({ subject, version, hash }) => [subject, version, hash])));
}

/** A page of a history, as the history API answers it. */
export const historySchema = z.object({
  events: z.array(ledgerEventSchema),
  unreadable: z.array(z.string()).default([]),
  next: z.string().optional(),
});
