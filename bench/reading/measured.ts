import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const measuredSchema = z.object({
  rows: z.int(),
  /** Of the JSON that was made. */
  bytes: z.int(),
  ms: z.number(),
  /** The most that the process had in memory, Node itself included. */
  peakMegabytes: z.number(),
});
export type Measured = z.infer<typeof measuredSchema>;

/**
 * V8 keeps up to 96 MB of garbage on a machine of this size; all contenders get what it takes on a small one, and the flag that
 * Sluice sets for itself.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

const execute = promisify(execFile);

/** Runs contenders in fresh processes. `program` is where they are. */
export function measurer(program: string, folder: string) {
  const path = fileURLToPath(new URL(program, import.meta.url));
  // As a bundle runs, in which no types are left: what strips them takes 30 MB.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  return {
    measure: async (contender: string, file: string): Promise<Measured> => {
      const argv = [...nodeFlags, path, contender, file];
      const { stdout } = await execute(process.execPath, argv, { env });
      return measuredSchema.parse(JSON.parse(stdout));
    },
  };
}
