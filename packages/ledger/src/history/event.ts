import { z } from 'zod';
import { phaseSchema } from '../submission/schemas.ts';

/** Which item an event is about: the run, the migration, or a submission such as `1/dry`. */
export const submissionSubjectSchema = z.templateLiteral([z.int(), '/', phaseSchema]);
export const subjectSchema = z.union([z.enum(['run', 'migration']), submissionSubjectSchema]);
export type Subject = z.infer<typeof subjectSchema>;

/** One line of an append-only history; all lines replay to the current items (invariant 10). */
export const ledgerEventSchema = z.object({
  runId: z.string(),
  subject: subjectSchema,
  /** The version that the item had after this event. */
  version: z.int().positive(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** The hash of the event before it of the same subject; absent in the first. */
  prev: z.string().optional(),
  /** Hash of all of the above. */
  hash: z.string(),
});
export type LedgerEvent = Readonly<z.infer<typeof ledgerEventSchema>>;

/** An event that is not yet tied to the one before it. */
export type EventLine = Omit<LedgerEvent, 'prev' | 'hash'>;
