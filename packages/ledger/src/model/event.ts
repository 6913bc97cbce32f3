import * as z from 'zod';
import { phaseSchema } from './submission.ts';

/** The item of an event: the run, the migration, the upload, or a submission such as `1/dry`. */
export const submissionSubjectSchema = z.templateLiteral([z.int(), '/', phaseSchema]);
export const subjectSchema = z.union([z.enum(['run', 'migration', 'upload']), submissionSubjectSchema]);
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
  /** How its hash is made: 2 is RFC 8785. Events of earlier releases have none. */
  form: z.literal(2).optional(),
  /** The hash of the subject's previous event; absent in the first. */
  prev: z.string().optional(),
  /** Hash of the fields above. */
  hash: z.string(),
});
export type LedgerEvent = Readonly<z.infer<typeof ledgerEventSchema>>;

/** Each subject's events in order of their number, which may differ from the order of time, because clocks differ. */
export function bySubject(events: readonly LedgerEvent[]): Map<string, LedgerEvent[]> {
  const groups = Map.groupBy(events, ({ subject }): string => subject);
  return new Map(
    [...groups].map(([subject, lines]) => [subject, lines.toSorted((a, b) => a.version - b.version)]),
  );
}

export type EventLine = Omit<LedgerEvent, 'form' | 'prev' | 'hash'>;
