import { z } from 'zod';
import type { Imported } from '../caller.ts';

/** Choice 8: what an import did, record by record. */
const previewSchema = z.object({
  v: z.literal(1),
  counts: z.record(z.string(), z.int()),
  outcomes: z.array(z.union([z.tuple([z.int(), z.string()]), z.tuple([z.int(), z.string(), z.string()])])),
  diffs: z.array(z.tuple([z.int(), z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))])),
  diffsOmitted: z.int(),
});
export type Preview = z.infer<typeof previewSchema>;

export const previewOf = ({ preview = '' }: Imported): Preview => previewSchema.parse(JSON.parse(preview));

/** `created`, `updated`, …: one word for each record. */
export const outcomesOf = (imported: Imported): string[] =>
  previewOf(imported).outcomes.map(([, outcome]) => outcome);

export const createdIds = (imported: Imported): string[] =>
  previewOf(imported).outcomes.map(([, , id = '']) => id);
