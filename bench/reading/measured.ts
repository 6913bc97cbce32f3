import { execFile } from 'node:child_process';
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

/** V8 keeps up to 96 MB of garbage on a machine of this size; all contenders get what it takes on a small one. */
export const nodeFlags = ['--max-semi-space-size=8'];

const execute = promisify(execFile);

/** Runs a contender in a fresh process. */
export async function measure(
  contender: string,
  file: string,
  contenders = 'contenders.ts',
): Promise<Measured> {
  const program = fileURLToPath(new URL(contenders, import.meta.url));
  const { stdout } = await execute(process.execPath, [...nodeFlags, program, contender, file]);
  return measuredSchema.parse(JSON.parse(stdout));
}
