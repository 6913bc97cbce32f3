import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { driven } from '../test/browsers/driven.ts';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));
const bench = (args: readonly string[], env = {}) =>
  promisify(execFile)(process.execPath, [entry, ...args], { env: { ...process.env, ...env } });

/** Long enough for a machine on which all other tests run too. */
const patienceMs = 450_000;
const within5 = String.raw`(?:0\.9[5-9]|1\.0[0-5])×`;
const [time, ratio] = [String.raw`[\d.]+ m?s`, String.raw`[\d.]+×`];
const figures = (count: number) => Array.from({ length: count }, () => String.raw`[\d.,–]+`);
const race = [time, String.raw`[\d,]+`, String.raw`\d+ MB`, ratio];

/** What was measured in a browser of this machine, and whether that is as asked. */
const inEachBrowser = driven
  .filter(({ program }) => program !== undefined)
  .flatMap(() => [String.raw`[\d.]+ \w+`, String.raw`(?:met|missed by [\d.]+ \w+)`]);

/** The beginnings of lines that a bench prints, cell by cell. */
const benches: readonly (readonly [args: string, lines: readonly (readonly string[])[]])[] = [
  [
    'flow --rows 20 --rounds 1',
    [
      ...['new', 'updated', 'unchanged'].flatMap((clients) => [
        [clients, 'the flow', time, ...figures(1), ratio, time, ratio],
        [clients, 'the loop', time, ...figures(1), '1.00×', time, '1.00×'],
      ]),
      // A dry run and an import of one batch, each followed by at least one request for its status.
      ['20', time, time, String.raw`\d\d\d`, ...figures(2)],
      ['growth', ...Array.from({ length: 5 }, () => '1.00×')],
    ],
  ],
  [
    'cost --rows 20,30',
    [
      ['invocations', ...figures(4)],
      ['usage.usd to all', '–', '–', within5, within5],
      // One batch: an intent for its dry run and one for its import.
      ['the flow', 'intents to send', '2', '2', '0'],
      ['the service', 'states and leases of imports', String.raw`\d+`, '7'],
      ['the service', 'records', '1', '20', '0'],
      ['the service', 'claims of e-mail addresses', '1', '20', '0'],
    ],
  ],
  [
    'aws --rows 600 --only default',
    [
      ['default', '600', ...figures(11)],
      [String.raw`0–1`, '0'],
    ],
  ],
  [
    'service --users 100,200 --rounds 1 --limit 10 --records 10',
    [
      ['newest', 'first', time, time, ratio, time, ratio, ...figures(2)],
      ['newest, userType', 'near the end', time, time, ratio],
      ['rare, newest', time, ...figures(2), '1'],
      ['common, updated', time, ...figures(2), '19'],
      ['user', 'saveUsers', 'created'],
      ['role', 'import, by name or id', 'updated: its name'],
      // A record that is sent again unchanged is not written.
      ['listItem', 'import, by code', 'unchanged', ...figures(3), '0', '0', '0', '0', '1'],
    ],
  ],
  [
    'history --runs 100,200 --rounds 1 --records 50',
    [
      ['all', 'middle', time, time, ratio, ...figures(3)],
      ['importId, none', 'first', time, time, ratio, '1'],
      ['50', String.raw`[\d.]+ MB`, time, ...figures(2)],
      ['200', time, ratio, '40 requests, 40 units'],
      ['200', time, ...figures(2), '1', time],
    ],
  ],
  [
    'imports --records 30 --rounds 1',
    [
      ['created', ...figures(5), ratio, ratio, String.raw`\d+ MB`],
      ['updated', ...figures(5), ratio, ratio, String.raw`\d+ MB`],
      ['unchanged', ...figures(5), '–', '–', String.raw`\d+ MB`],
    ],
  ],
  [
    'reading --rows 400 --megabytes 1 --rounds 1',
    [
      ['sluice.*', ...race],
      ['papaparse.*', ...race],
      ['1 MB', '8,613', time, String.raw`\d+ MB`, '120 MB'],
    ],
  ],
  [
    'workbooks --rows 300 --rounds 1',
    [
      ['sluice.*', ...race],
      ['hucre.*', ...race],
      ['read-excel-file.*', ...race],
    ],
  ],
  [
    'console --records 500 --rows 2000 --rounds 1',
    [
      ['first load, packed', '≤ 100 kB', ...inEachBrowser],
      ['every cell of it checked', '≤ 10 s, Firefox 15 s', ...inEachBrowser],
      ['most memory of its process', '≤ 350 MB', ...inEachBrowser],
      ['result rows: a frame, 95th percentile', '≤ 34 ms', ...inEachBrowser],
      ['an event on the page, longest', '≤ 2 s', ...inEachBrowser],
    ],
  ],
];

it.each(benches)(
  '%s measures, prints its tables and leaves nothing behind',
  async (args, lines) => {
    const temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
    try {
      const { stdout } = await bench(args.split(' '), { TMPDIR: temp });
      for (const cells of lines) expect(stdout).toMatch(new RegExp(`^\\| ${cells.join(' \\| ')} \\|`, 'mu'));
      expect(readdirSync(temp).filter((name) => name.startsWith('sluice-bench'))).toEqual([]);
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  },
  patienceMs,
);

it.each([
  [
    'servce',
    'There is no bench servce; expected one of: flow, cost, aws, history, service, imports, reading, workbooks, console.',
  ],
  ['service --users many', '--users: expected a whole number above 0, such as 1000; got many.'],
  ['service --only reads', '--only: expected one of: pages, writes; got reads.'],
])('%s is refused with what was expected', async (args, message) => {
  await expect(bench(args.split(' '))).rejects.toMatchObject({ code: 64, stderr: `${message}\n` });
});
