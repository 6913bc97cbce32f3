import { canonicalJson, sha256 } from '@sluice/aws-kit/hash-chain';
import type { MigrationRun } from '../migrations/index.ts';
import * as z from 'zod';
import { subjectOf } from '../history/beginnings.ts';
import type { Run } from '../model/run.ts';
import { ledgerEventSchema, subjectSchema } from '../model/event.ts';
import type { Submission } from '../model/submission.ts';
import { byBatchAndPhase } from '../model/order.ts';
import type { Upload } from '../model/upload.ts';

/** The end of a subject's history: the number and the hash of its last event; null if the item has no hash. */
export const subjectHeadSchema = z.object({
  subject: subjectSchema,
  version: z.int().positive(),
  hash: z.string().nullable(),
});
export type SubjectHead = Readonly<z.infer<typeof subjectHeadSchema>>;

/** The heads in a run's items: the run first, then its submissions in order of batch, dry before real. */
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

/** A migration has a single history. */
export function headsOfMigration({ version, head }: MigrationRun): SubjectHead[] {
  return [{ subject: 'migration', version, hash: head ?? null }];
}

/** The same for an upload. */
export const headsOfUpload = ({ version, head }: Upload): SubjectHead[] => [
  { subject: 'upload', version, hash: head ?? null },
];

/** One hash over all heads of a run. */
export function runHeadOf(heads: readonly SubjectHead[]): string {
  return sha256(canonicalJson(heads.map(({ subject, version, hash }) => [subject, version, hash])));
}

/** A page of a history in an answer of the history API. */
export const historySchema = z.object({
  events: z.array(ledgerEventSchema),
  unreadable: z.array(z.string()).default([]),
  next: z.string().optional(),
});
