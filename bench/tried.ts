import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

/** Rejects unless it ends with 0. */
export const bench = (args: string, env = {}) =>
  promisify(execFile)(process.execPath, [entry, ...args.split(' ')], { env: { ...process.env, ...env } });

/** What stands in cells. */
export const [time, ratio] = [String.raw`[\d.]+ m?s`, String.raw`[\d.]+×`];
export const figures = (count: number) => Array.from({ length: count }, () => String.raw`[\d.,–]+`);
export const race = [time, String.raw`[\d,]+`, String.raw`\d+ MB`, ratio];

/** Long enough for a machine on which all other tests run too. */
const patienceMs = 450_000;

/** @param lines the beginnings of lines that the bench prints, cell by cell */
export const itMeasures = (args: string, lines: readonly (readonly string[])[]) =>
  it(
    `${args} measures, prints its tables and leaves nothing behind`,
    async () => {
      const temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
      try {
        const { stdout } = await bench(args, { TMPDIR: temp });
        for (const cells of lines)
          expect(stdout).toMatch(new RegExp(`^\\| ${cells.join(' \\| ')} \\|`, 'mu'));
        expect(readdirSync(temp).filter((name) => name.startsWith('sluice-bench'))).toEqual([]);
      } finally {
        rmSync(temp, { recursive: true, force: true });
      }
    },
    patienceMs,
  );
