import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions, writeCases } from './write-cases.ts';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
const execute = promisify(execFile);
/** On a machine where everything else runs too. */
const patienceMs = 120_000;
const tiny = ['service', '--users', '100,200', '--rounds', '2', '--limit', '10', '--records', '10'];

let temp: string;
beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

const env = () => ({ ...process.env, TMPDIR: temp });

/** What runs with this folder in its command line: the databases of a bench. */
const databasesIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
    } catch {
      return false;
    }
  });

describe('the bench of the service, with tiny sizes', () => {
  let stdout: string;
  beforeAll(async () => {
    ({ stdout } = await execute(process.execPath, [entry, ...tiny, '--markdown'], { env: env() }));
  }, patienceMs);

  it('prints every page at every size', () => {
    const searches = ['newest', 'oldest', 'updated', 'newest, userType'];
    for (const search of searches)
      for (const page of ['first', 'middle', 'near the end'])
        expect(stdout).toMatch(
          new RegExp(`^\\| ${search} \\| ${page} (\\| [\\d.]+ ms ){2}\\| [\\d.]+× \\|`, 'm'),
        );
  });

  it('prints what a search by text costs, in the first page and to the end', () => {
    for (const [text, found] of [
      ['rare', 1],
      ['common', 19],
    ])
      for (const sort of ['newest', 'updated'])
        expect(stdout).toMatch(
          new RegExp(`^\\| ${text}, ${sort} \\| [\\d.]+ ms \\| \\d+ \\| [\\d.]+ \\| ${found} \\|`, 'm'),
        );
  });

  it('prints what each kind of record costs by each way it comes, whatever becomes of it', () => {
    for (const { kind, by } of writeCases)
      for (const action of actions) expect(stdout).toContain(`| ${kind} | ${by} | ${action}`);
    // Nothing is written of a record that is there as it was sent.
    expect(stdout.match(/\| unchanged \| .* \| 0 \| 0 \| 0 \| 0 \| 1 \|/g)).toHaveLength(writeCases.length);
  });

  it('leaves neither files nor processes behind', () => {
    expect(readdirSync(temp)).toEqual([]);
    expect(databasesIn(temp)).toEqual([]);
  });
});

it(
  'a bench that is killed leaves no process behind, and the next one takes its files away',
  async () => {
    const killed = spawn(process.execPath, [entry, 'service', '--users', '1000000'], {
      env: env(),
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    while (databasesIn(temp).length === 0) await sleep(20);
    killed.kill('SIGKILL');
    await ended;
    while (databasesIn(temp).length > 0) await sleep(20);
    expect(readdirSync(temp)).toHaveLength(1);
    await execute(process.execPath, [entry, 'service', '--users', '10', '--rounds', '1', '--only', 'pages'], {
      env: env(),
    });
    expect(readdirSync(temp)).toEqual([]);
  },
  patienceMs,
);

it.each([
  [
    ['servce'],
    'There is no bench servce; expected one of: flow, history, service, imports, reading, workbooks.',
  ],
  [['service', '--users', 'many'], '--users: expected a whole number above 0, such as 1000; got many.'],
  [['service', '--only', 'reads'], '--only: expected one of: pages, writes; got reads.'],
  [
    ['--users', '10'],
    '--users: name the bench that it is for: flow, history, service, imports, reading, workbooks.',
  ],
])('%j is refused with what was expected', async (argv, message) => {
  await expect(execute(process.execPath, [entry, ...argv], { env: env() })).rejects.toMatchObject({
    code: 64,
    stderr: `${message}\n`,
  });
});
