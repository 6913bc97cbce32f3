import { z } from 'zod';

/** That a day was sealed, and by which seal. The ledger keeps it beside the seals, so that each reveals when the other is gone. */
export const sealNoteSchema = z.object({
  /** `2026-11-21`, in UTC. */
  day: z.iso.date(),
  /** The hash of the seal. */
  hash: z.string(),
});
export type SealNote = Readonly<z.infer<typeof sealNoteSchema>>;
