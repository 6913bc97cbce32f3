import { z } from 'zod';

/** That a day was sealed, and by which seal: kept in the ledger, beside the seals, so that one of the two tells when the other is gone. */
export interface SealNote {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  /** Of the seal. */
  readonly hash: string;
}

export const sealNoteSchema = z.object({ day: z.iso.date(), hash: z.string() }) satisfies z.ZodType<SealNote>;
