import { z } from 'zod';
import { actions } from '../service/write-cases.ts';

export const workerOrder = {
  /** Where it works, given when it starts. */
  place: z.object({ endpoint: z.url(), table: z.string(), records: z.int().min(1) }),
  import: z.object({ action: z.enum(actions) }),
};

export const workerAnswer = z.object({ ms: z.number(), peakMegabytes: z.number() });
export type WorkerAnswer = z.infer<typeof workerAnswer>;
