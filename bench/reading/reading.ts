import { statSync } from 'node:fs';
import { join } from 'node:path';
import { FlagError, wholeNumber, type Bench, type Running } from '../bench.ts';
import { count, median, seconds, times } from '../figures.ts';
import { writeContacts } from './contacts.ts';
import { measurer, nodeFlags, type Measured } from './measured.ts';

const contenders = {
  sluiceJson: 'sluice: JSON batches with row numbers',
  sluiceRows: 'sluice: rows alone',
  sluicePlan: 'sluice: the plan of the flow, every cell checked',
  papaObjects: '(a) papaparse with header, JSON.stringify per record',
  papaArrays: '(b) papaparse alone, to arrays',
  csvParseArrays: '(c) csv-parse, to arrays',
  newlines: '(d) Node, counting newlines',
} as const;
type Name = keyof typeof contenders;
const names: readonly Name[] = [
  'sluiceJson',
  'sluiceRows',
  'sluicePlan',
  'papaObjects',
  'papaArrays',
  'csvParseArrays',
  'newlines',
];

/** How fast a sheet becomes JSON batches, and that the memory for it does not grow with the file. */
export const reading: Bench = {
  what: 'a CSV file of contacts to JSON batches, against papaparse and csv-parse, and its memory by size',
  flags: '[--rows 1000000] [--rounds 3] [--megabytes 10,100,1000]',
  run: async (argv, running) => {
    const options = optionsOf(argv);
    await against(options, running);
    await bySize(options, running);
  },
};

interface Options {
  readonly rows: number;
  readonly rounds: number;
  readonly megabytes: readonly number[];
}

function optionsOf(argv: readonly string[]): Options {
  const flags = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) flags.set(argv[at] ?? '', argv[at + 1] ?? '');
  const known = ['--rows', '--rounds', '--megabytes'];
  const unknown = [...flags.keys()].find((flag) => !known.includes(flag));
  if (unknown !== undefined) throw new FlagError(`${unknown}: expected one of ${known.join(', ')}.`);
  const sizes = (flags.get('--megabytes') ?? '10,100,1000').split(',');
  return {
    rows: wholeNumber('--rows', flags.get('--rows') ?? '1000000'),
    rounds: wholeNumber('--rounds', flags.get('--rounds') ?? '3'),
    megabytes: sizes.map((size) => wholeNumber('--megabytes', size)),
  };
}

async function against({ rows, rounds }: Options, { folder, say, show }: Running): Promise<void> {
  const file = join(folder, 'contacts.csv');
  await writeContacts(file, rows);
  const megabytes = statSync(file).size / 1e6;
  say(`Reading ${count(rows)} contacts, ${megabytes.toFixed(1)} MB, ${rounds} times each.`);
  const runs = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  const { measure } = await warm(folder);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measured] of runs) measured.push(checked(await measure(name, file), { name, rows }));
  }
  const wall = (name: Name): number => median((runs.get(name) ?? []).map(({ ms }) => ms));
  show({
    title: `A file of ${count(rows)} contacts, ${megabytes.toFixed(1)} MB`,
    head: ['what', 'time', 'rows per second', 'MB/s', 'peak memory', 'as fast as (a)', 'time of (b)'],
    rows: [...runs].map(([name, measured]) => [
      contenders[name],
      seconds(wall(name)),
      count(Math.round((rows * 1000) / wall(name))),
      (megabytes / (wall(name) / 1000)).toFixed(0),
      peakOf(measured),
      times(wall('papaObjects') / wall(name)),
      times(wall(name) / wall('papaArrays')),
    ]),
    notes: [
      `Each run is a process of its own, by turns; medians of ${rounds}, the most of the memory. All run with ${nodeFlags.join(' ')}, and compiled before, as in a bundle.`,
      'JSON batches: at most 500 records and 256 KiB. The plan also looks for twins and hashes what will be sent.',
    ],
  });
}

/** All are compiled once before they are measured. */
async function warm(folder: string) {
  const running = measurer('contenders.ts', folder);
  const small = join(folder, 'small.csv');
  await writeContacts(small, 20);
  for (const name of names) await running.measure(name, small);
  return running;
}

/** A contender that reads something else is none. */
function checked(measured: Measured, { name, rows }: { name: Name; rows: number }): Measured {
  // One contact of twenty has an address of two lines.
  const expected = name === 'newlines' ? rows + Math.floor((rows + 15) / 20) : rows;
  if (measured.rows !== expected) throw new Error(`${name} read ${measured.rows} rows, and not ${expected}.`);
  return measured;
}

async function bySize({ megabytes, rounds }: Options, { folder, say, show }: Running): Promise<void> {
  const table: string[][] = [];
  const { measure } = await warm(folder);
  for (const size of megabytes) {
    const file = join(folder, 'sized.csv');
    const rows = Math.round((size * 1e6) / 116.1);
    say(`Reading ${count(size)} MB.`);
    await writeContacts(file, rows);
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure('sluiceJson', file));
    const wall = median(measured.map(({ ms }) => ms));
    const speed = [count(Math.round((rows * 1000) / wall)), ((size * 1000) / wall).toFixed(0)];
    const allowed = `${Math.round(allowance.megabytes + (rows * allowance.bytesOfRow) / 2 ** 20)} MB`;
    table.push([`${count(size)} MB`, count(rows), seconds(wall), ...speed, peakOf(measured), allowed]);
  }
  show({
    title: 'JSON batches with row numbers, by the size of the file',
    head: ['file', 'rows', 'time', 'rows per second', 'MB/s', 'peak memory', 'allowed'],
    rows: table,
    notes: [`Allowed: ${allowance.megabytes} MB, and ${allowance.bytesOfRow} bytes a row.`],
  });
}

/** What reading may take, whatever the size of the file. */
const allowance = { megabytes: 120, bytesOfRow: 16 };

const peakOf = (measured: readonly Measured[]): string =>
  `${Math.round(Math.max(...measured.map(({ peakMegabytes }) => peakMegabytes)))} MB`;
