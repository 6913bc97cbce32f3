import * as z from 'zod';

const erasedRunJson = z.object({
  runId: z.string(),
  key: z.string(),
  status: z.string(),
  /** How many objects were rewritten or removed. */
  objects: z.int(),
  /** Those that were removed whole. */
  removed: z.array(z.string()),
  refused: z.boolean().optional(),
  /** What still holds the value, and why. */
  left: z.array(z.string()),
});
export type ErasedRunJson = Readonly<z.infer<typeof erasedRunJson>>;

export const erasedRunsSchema = z.object({
  runs: z.array(erasedRunJson),
  searched: z.int(),
  /** What holds the value and belongs to no run, or cannot be searched. */
  left: z.array(z.string()).default([]),
  next: z.unknown().optional(),
});
