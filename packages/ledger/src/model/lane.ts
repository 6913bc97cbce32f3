import * as z from 'zod';

/** Of AWS they have 18 digits at present, and may have different lengths. */
export const longestSequencer = 32;

/** When a file landed, according to S3. No clock of ours is in it. */
export const arrivalSchema = z.object({
  /** The time of its event; of a file without one, its time in the listing. */
  arrivedAt: z.string().optional(),
  /** Orders the events of one key, and of no other. A hexadecimal number; absent where only the sweep found the file. */
  sequencer: z.string().max(longestSequencer).optional(),
});

/** A run and its lane. */
export const turnSchema = z.object({
  /** When it last took its lane. */
  laneSince: z.string().optional(),
  /** The run that this one waits for. Nothing runs for it meanwhile: whoever ends that wait starts its tracker. */
  blockedBy: z.string().optional(),
  /** Since when it has waited, for this run or for one before it. */
  blockedSince: z.string().optional(),
  /** It waits until that run has ended, and blocks nobody meanwhile. */
  standsAside: z.literal(true).optional(),
  /** Runs of its folder that arrived before it and were read for so long that it did not wait for them. */
  passed: z.array(z.string()).readonly().optional(),
  /** A run of its folder that arrived after it and had landed when it took its lane, so that a person must approve it. */
  overtakenBy: z.string().optional(),
});
