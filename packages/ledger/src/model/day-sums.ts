import * as z from 'zod';

const count = z.int().nonnegative();

/** What the runs that began on a day came to. It is derived from them, and has no values of cells. */
export const daySumsSchema = z.object({
  /** `2026-11-21`, in UTC. */
  day: z.iso.date(),
  /** That have ended, or wait for a person. */
  runs: count,
  /** Rows that were read. */
  read: count,
  /** Rows whose records now match them. */
  landed: count,
  failed: count,
  /** From the start of each run to its end, in milliseconds. */
  ms: count,
  /** What AWS charges for them, in US dollars, about. */
  usd: z.number().nonnegative(),
});
export type DaySums = Readonly<z.infer<typeof daySumsSchema>>;

/** `GET /figures`: the last days, the oldest first, and those that are being counted. */
export const figuresSchema = z.object({ days: z.array(daySumsSchema), missing: z.array(z.string()) });
