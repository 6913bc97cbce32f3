import * as z from 'zod';

/**
 * Records in the ledger which seal a day got, or which list an hour of it. Seals and notes are stored apart, so that each reveals
 * the loss of the other.
 */
export const sealNoteSchema = z.object({
  /** `2026-11-21`, in UTC. */
  day: z.iso.date(),
  /** The name of a list of runs that the day got before its seal: the hour in which it was made, `2026-11-21T14`. */
  list: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d$/)
    .optional(),
  hash: z.string(),
});
export type SealNote = Readonly<z.infer<typeof sealNoteSchema>>;
