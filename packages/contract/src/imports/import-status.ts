import * as z from 'zod';
import { importStates } from './import-states.ts';

export const importStatusSchema = z.object({
  importId: z.string().min(1),
  status: z.enum(importStates),
  success: z.boolean(),
  error: z.boolean(),
  done: z.boolean(),
  errorMessage: z.string().nullish(),
  duration: z.int().nullish().describe('Milliseconds.'),
  // Ours follows `previewSchema`. Another server's may be any text.
  preview: z.string().nullish().describe('What became of each record, as JSON in a text.'),
  createdDate: z.string(),
  ranDate: z
    .string()
    .nullish()
    .describe('When saving began; of a dry run or an `invalid` import, when validation ended.'),
});
export type ImportStatus = z.infer<typeof importStatusSchema>;
