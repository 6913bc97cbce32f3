import { z } from 'zod';
import { importStates } from './import-states.ts';

export const importStatusSchema = z.object({
  importId: z.string().min(1),
  status: z.enum(importStates),
  success: z.boolean(),
  error: z.boolean(),
  done: z.boolean(),
  errorMessage: z.string().nullish(),
  /** Milliseconds. */
  duration: z.int().nullish(),
  /** Ours is JSON: see `previewSchema`. Another server's may be any text. */
  preview: z.string().nullish(),
  createdDate: z.string(),
  /** When saving began; for a dry run or an `invalid` import, when validation ended. */
  ranDate: z.string().nullish(),
});
export type ImportStatus = z.infer<typeof importStatusSchema>;
