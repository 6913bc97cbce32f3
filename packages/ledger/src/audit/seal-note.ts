import { z } from 'zod';

/** Records in the ledger which seal a day got. Seals and notes are stored apart, so that each reveals the loss of the other. */
export const sealNoteSchema = z.object({
  /** `2026-11-21`, in UTC. */
  day: z.iso.date(),
  hash: z.string(),
});
export type SealNote = Readonly<z.infer<typeof sealNoteSchema>>;
