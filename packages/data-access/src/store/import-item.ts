import { importStates } from '@sluice/contract';
import * as z from 'zod';
import { caller } from './calls.ts';

/**
 * Objects that workers stored one after the other: so many of each worker, in this order. What a worker stores under its own
 * name counts only once the import names it, so nothing replaces what another stored.
 */
const storedObjects = z.array(z.object({ by: z.string(), count: z.number().int() }));
export type StoredObjects = Readonly<z.infer<typeof storedObjects>>;

export function withOneMore(stored: StoredObjects, by: string): StoredObjects[number][] {
  const last = stored.at(-1);
  if (last?.by !== by) return [...stored, { by, count: 1 }];
  return [...stored.slice(0, -1), { by, count: last.count + 1 }];
}

/** The worker of each object, by the number of the object. */
export const namesOf = (stored: StoredObjects): string[] =>
  stored.flatMap(({ by, count }) => Array.from({ length: count }, () => by));

/** The progress of an undo, or how it ended. */
const revert = z.object({
  /** The state before the undo, to which a failed undo returns. */
  from: z.enum(['success', 'error']),
  /** The error message of the import itself. */
  errorMessage: z.string().nullable(),
  /** Who started it last: the principal by IAM, `local` on one machine. */
  by: z.string(),
  startedDate: z.string(),
  endedDate: z.string().nullable(),
  /** How often it was started: an undo that was given up can be resumed. */
  starts: z.number().int(),
  /** How many chunks of the touched records are done. */
  chunksDone: z.number().int(),
  counts: z.object({ reversed: z.number().int(), kept: z.number().int(), failed: z.number().int() }),
  /** The outcomes of these chunks. */
  outcomes: storedObjects,
  /** The worker that stored the report. */
  report: z.string().nullable(),
  /** The last change set. It may not have been sent yet. */
  changeSet: z.string().nullable(),
});
export type Revert = z.infer<typeof revert>;

/** A stored import. Its body, plan and outcomes are objects in the bucket. */
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
  /** Who started it. */
  caller: caller.optional(),
  /** When saving began. For a dry run or an `invalid` import, when validation ended. */
  ranDate: z.string().nullable(),
  /** Milliseconds from the creation to the end. */
  duration: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
  /** The worker that has the lease, and when the lease ends. */
  owner: z.string().nullable(),
  leaseUntil: z.string().nullable(),
  /** Whether it was ever taken from a worker that had not let go of it. That one may still store what it has read. */
  takenOver: z.boolean().optional(),
  /** When a message about it was last queued. */
  queuedDate: z.string(),
  /** How many chunks of the plan are applied, and have their outcomes in the bucket. */
  chunksDone: z.number().int(),
  /** The worker whose plan it is. A valid dry run has one too. */
  plan: z.string().nullable(),
  /** The steps that were planned again. */
  again: storedObjects,
  /** The hash of the plan, and of what was planned again. Absent in imports of earlier releases, as those below. */
  stepsSha256: z.string().optional(),
  /** By which events of the audit log rows of them were erased, and what names these rows. A row that none names was not. */
  erasures: z.array(z.object({ event: z.int(), rows: z.array(z.string()) })).optional(),
  /** The outcomes of chunks. */
  outcomes: storedObjects,
  /** The hash of the final outcomes. */
  outcomesSha256: z.string().optional(),
  /** The worker that stored the preview, and its hash. */
  preview: z.string().nullable(),
  previewSha256: z.string().optional(),
  /** The change set of the last chunk. It may not have been sent yet. */
  changeSet: z.string().nullable(),
  /** How many workers have taken the import since its last progress. */
  attempts: z.number().int(),
  /** Whether it was refused at once. A repeated request then gets the same refusal. */
  refused: z.boolean(),
  notified: z.boolean(),
  /** How many of the addresses were notified, in order. */
  mailed: z.number().int(),
  /** The lookup fields, by kind and field, that are being filled before it goes on. */
  filling: z.array(z.string()).optional(),
  /** Present once an undo was requested. */
  revert: revert.optional(),
});
export type ImportItem = z.infer<typeof importItem>;
