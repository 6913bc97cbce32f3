import { importStates } from '@sluice/contract';
import { z } from 'zod';

/** How far an undo is, or how it ended. */
const revert = z.object({
  /** What the import was, and is again should the undo be given up. */
  from: z.enum(['success', 'error']),
  /** The state of the import itself. */
  errorMessage: z.string().nullable(),
  startedDate: z.string(),
  endedDate: z.string().nullable(),
  /** How often it was asked for: one that was given up can be taken up again. */
  starts: z.number().int(),
  /** How many chunks of what the import touched are dealt with. */
  chunksDone: z.number().int(),
  counts: z.object({ reversed: z.number().int(), kept: z.number().int(), failed: z.number().int() }),
});
export type Revert = z.infer<typeof revert>;

/** An import as it is kept; its body, plan and outcomes are objects in the bucket. */
export const importItem = z.object({
  siteId: z.string(),
  importId: z.string(),
  version: z.number().int().positive(),
  state: z.enum(importStates),
  dryRun: z.boolean(),
  filename: z.string().nullable(),
  records: z.number().int(),
  successEmails: z.array(z.string()),
  failureEmails: z.array(z.string()),
  createdDate: z.string(),
  /** When saving began; for a dry run or an `invalid` import, when validation ended. */
  ranDate: z.string().nullable(),
  /** Milliseconds from the creation to the end. */
  duration: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
  /** Who works on it, and until when nobody else may. */
  owner: z.string().nullable(),
  leaseUntil: z.string().nullable(),
  /** When a message about it was last queued. */
  queuedDate: z.string(),
  /** How many chunks of the plan are applied, with their outcomes in the bucket. */
  chunksDone: z.number().int(),
  /** How often somebody took it up since it last moved on. */
  attempts: z.number().int(),
  /** Whether it was refused at once, so that a repeat of the request is answered with the same refusal. */
  refused: z.boolean(),
  notified: z.boolean(),
  /** From the first time that somebody asked for it to be undone. */
  revert: revert.optional(),
});
export type ImportItem = z.infer<typeof importItem>;
