import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Addresses } from '@sluice/demo/addresses';
import type { RunView } from '@sluice/ledger';
import * as z from 'zod';
import { dropSheet, withS3 } from '../../test/local-run/drop-clients.ts';
import type { LocalSystem } from '../../test/local-run/local-system.ts';
import { lookAtRun, timesOfRun } from '../../test/local-run/look.ts';
import type { Running } from '../bench.ts';
import { count, seconds } from '../table.ts';
import { inSystem, mailAbout } from './in-system.ts';
import { bytesUnder, peaksOf } from './left-behind.ts';
import { mixedSheets, people, type MixedSheets } from './mixed-sheet.ts';
import { peopleOf } from './people.ts';
import { statusesIn } from './result-statuses.ts';

const profile = { schema: 'client', lookup: 'email', invalidRows: 'skip' };
const bin = fileURLToPath(new URL('../../packages/cli/bin/sluice.js', import.meta.url));

/** One phase of the bench. */
interface Phase {
  readonly name: string;
  readonly ms: number;
  readonly rows: number;
}

/** A sheet of new, changed, unchanged and wrong rows and of twins, through the whole system and undone again. */
export async function mixed({ options, folder, say, show }: Running): Promise<void> {
  for (const rows of options.sizes('rows')) {
    const home = join(folder, `mixed-${rows}`);
    await inSystem({ folder: home, rows }, async (local) => {
      const sheets = mixedSheets(rows);
      const phases: Phase[] = [];
      const timed = async <T>(name: string, ofRows: number, run: () => Promise<T>): Promise<T> => {
        say(`${name}: ${count(ofRows)} rows.`);
        const begun = Date.now();
        const result = await run();
        phases.push({ name, ms: Date.now() - begun, rows: ofRows });
        return result;
      };
      const played = await play({ local, home, rows, sheets, phases, timed });
      showAll({ ...played, rows, sheets, phases, home, local }, show);
    });
  }
}

interface Playing {
  readonly local: LocalSystem;
  readonly home: string;
  readonly rows: number;
  readonly sheets: MixedSheets;
  readonly phases: Phase[];
  readonly timed: <T>(name: string, ofRows: number, run: () => Promise<T>) => Promise<T>;
}

async function play({ local: { addresses }, home, rows, sheets, phases, timed }: Playing) {
  const { made, earlier, mixed: text } = sheets;
  const there = made.changed + made.unchanged;
  await putProfile(addresses);
  await timed('the people who are there before', there, () => dropAndEnd(addresses, 'earlier', earlier));
  const dropped = Date.now();
  const { run, mailed } = await dropAndEnd(addresses, 'mixed', text);
  phases.push(...phasesOf(await timesOfRun(addresses, run.runId), { dropped, mailed, rows }));
  const classes = await timed('the result sheet, fetched and counted', rows, () => resultOf(addresses, run));
  const found = await timed('all people, page by page', there + made.new, () => peopleOf(addresses, people));
  const undone = await timed('undo', made.new + made.changed, () => undo(home, run.runId));
  const left = await peopleOf(addresses, people);
  const verified = await timed('audit verify', rows, () => sluice(home, ['audit', 'verify'], verifiedSchema));
  check('the people after the import', found.found, there + made.new);
  check('the changed people among them', found.changed, made.changed);
  check('the people after the undo', left.found, there);
  check('the changed people among them', left.changed, 0);
  if (!verified.ok) throw new Error('audit verify found something.');
  return { run, classes, undone };
}

async function putProfile({ s3 }: Addresses): Promise<void> {
  const Key = 'profiles/mixed.json';
  await withS3(s3, (client) => client.putObject({ Bucket: s3.bucket, Key, Body: JSON.stringify(profile) }));
}

/** The run, once its mail is there, and when that was. */
async function dropAndEnd(addresses: Addresses, name: string, text: string) {
  const fileName = `${name}.csv`;
  const runId = await dropSheet(addresses, { path: `mixed/${fileName}`, text });
  await mailAbout(addresses, fileName);
  const mailed = Date.now();
  const run = await lookAtRun(addresses, runId);
  if (run === undefined) throw new Error(`There is no run of ${fileName}.`);
  return { run, mailed };
}

interface Around {
  readonly dropped: number;
  readonly mailed: number;
  readonly rows: number;
}

function phasesOf(times: ReadonlyMap<string, number>, { dropped, mailed, rows }: Around): Phase[] {
  const at = (type: string) => times.get(type) ?? Number.NaN;
  const marks = [dropped, at('begun'), at('read'), at('importingStarted'), at('finished'), mailed];
  const names = ['until the run begins', 'reading', 'dry run', 'import', 'report and mail'];
  const parts = names.map((name, index) => ({
    name,
    ms: (marks[index + 1] ?? Number.NaN) - (marks[index] ?? Number.NaN),
    rows,
  }));
  return [...parts, { name: 'from the drop to the mail', ms: mailed - dropped, rows }];
}

async function resultOf({ s3 }: Addresses, { resultKey }: RunView) {
  const Key = resultKey ?? '';
  const text = await withS3(s3, async (client) => {
    const object = await client.getObject({ Bucket: s3.resultsBucket, Key });
    return object.Body?.transformToString() ?? '';
  });
  return statusesIn(text);
}

const undoneSchema = z.object({
  status: z.literal('undone'),
  undo: z.object({ reversed: z.int(), kept: z.int(), failed: z.int() }),
});
const verifiedSchema = z.object({ ok: z.boolean() });

const undo = async (home: string, runId: string) => (await sluice(home, ['undo', runId], undoneSchema)).undo;

async function sluice<T>(cwd: string, args: readonly string[], schema: z.ZodType<T>): Promise<T> {
  const argv = [bin, ...args, '--format', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd, maxBuffer: Infinity });
  return schema.parse(JSON.parse(stdout));
}

function check(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${count(found)}, and ${count(expected)} were expected.`);
}

interface Played extends Pick<Playing, 'home' | 'local' | 'phases' | 'rows' | 'sheets'> {
  readonly run: RunView;
  readonly classes: ReadonlyMap<string, number>;
  readonly undone: z.infer<typeof undoneSchema>['undo'];
}

function showAll(played: Played, show: Running['show']): void {
  const { rows, phases, home, local } = played;
  show({
    title: `A sheet of ${count(rows)} mixed rows`,
    head: ['', 'time', 'rows', 'rows a second'],
    rows: phases.map(({ name, ms, rows: of }) => [name, seconds(ms), count(of), count((of * 1000) / ms)]),
  });
  showClasses(played, show);
  show({
    title: 'Peak memory of each process since its start',
    head: ['process', 'resident'],
    rows: peaksOf(local.child.pid ?? 0).map(({ name, megabytes }) => [name, `${count(megabytes)} MB`]),
  });
  const data = join(home, '.sluice');
  show({
    title: 'On disk afterwards',
    head: ['', 'size'],
    rows: ['dynamodb', 's3'].map((part) => [part, `${count(bytesUnder(join(data, part)) / 1e6)} MB`]),
  });
}

/** @throws Error if a class differs from what was made, or the classes do not add up to the rows */
function showClasses({ rows, run, classes, undone, sheets: { made } }: Played, show: Running['show']): void {
  const { counts } = run;
  const lines = [
    ['created', made.new, counts.created],
    ['updated', made.changed, counts.updated],
    ['unchanged', made.unchanged, counts.unchanged],
    ['failed', made.wrong, counts.failed],
    ['skipped', made.twin, counts.skipped],
  ] as const;
  show({
    title: 'What became of them',
    head: ['status', 'made', 'counted', 'in the result sheet', 'reversed by the undo', 'kept', 'failed'],
    rows: [
      ...lines.map(([name, of, counted]) => [
        ...[name, count(of), count(counted), count(classes.get(name) ?? 0), '', '', ''],
      ]),
      ['all', rows, counts.read, sum([...classes.values()]), undone.reversed, undone.kept, undone.failed].map(
        (figure) => (typeof figure === 'number' ? count(figure) : figure),
      ),
    ],
  });
  for (const [name, of, counted] of lines) {
    check(`${name} rows counted`, counted, of);
    check(`${name} rows in the result sheet`, classes.get(name) ?? 0, of);
  }
  const { read, ...others } = counts;
  check('rows read', read, rows);
  check('rows of all classes', sum(Object.values(others)), rows);
  check('rows of the result sheet', sum([...classes.values()]), rows);
  check('records that the undo reversed', undone.reversed, made.new + made.changed);
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);
