import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

export const crashCommand = (...argv: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('run.ts', import.meta.url)), ...argv]);

/**
 * Runs on a system of their own that is killed. They mostly wait, so they begin before other tests and are looked at after them.
 */
export function killedRuns() {
  let killed: Promise<{ readonly stdout: string }>;
  return {
    begin: () =>
      beforeAll(() => {
        // With this seed one kill comes while the sheet is read, one while the run is reported, and that of the database while
        // it is imported. The rows make three batches. A failure has an output too, which shows what was violated.
        killed = crashCommand('--kills', '2', '--database', '1', '--rows', '1100', '--seed', '32').catch(
          (error: { readonly stdout: string }) => error,
        );
      }),
    end: () =>
      describe('runs of real processes that are killed', () => {
        test('end as if nothing had happened, wherever they are killed (invariants 1, 3, 4, 6, 8, 10, 11, 13, 15)', async () => {
          const { stdout } = await killed;
          expect(stdout).toContain('2 runs of 1100 rows, 3 kills');
          expect(stdout).toMatch(/^0 violations/mu);
        }, 600_000);
      }),
  };
}
