import * as z from 'zod';

const outcome = z.enum(['queuedAgain', 'dropped', 'kept']);

/** The outcome of each dead letter. */
export const redrivenSchema = z.looseObject({
  counts: z.record(outcome, z.int()),
  letters: z.array(
    z.looseObject({
      queue: z.string(),
      messageId: z.string(),
      outcome,
      why: z.string(),
      runId: z.string().optional(),
    }),
  ),
  /** There may be more. */
  more: z.boolean(),
});
export type RedrivenJson = z.infer<typeof redrivenSchema>;
