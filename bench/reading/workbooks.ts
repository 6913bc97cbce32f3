import { statSync } from 'node:fs';
import { join } from 'node:path';
import { FlagError, wholeNumber, type Bench } from '../bench.ts';
import { count, median, seconds, times } from '../figures.ts';
import { measurer, nodeFlags, type Measured } from './measured.ts';
import { writePeople, type TextsIn } from './people-workbook.ts';

const contenders = {
  sluice: 'sluice: rows as a person sees them',
  exceljs: 'exceljs, its streaming reader',
  hucre: 'hucre, streaming',
  readExcelFile: 'read-excel-file, the whole file',
} as const;
type Name = keyof typeof contenders;
const names: readonly Name[] = ['sluice', 'exceljs', 'hucre', 'readExcelFile'];

const kinds: readonly (readonly [textsIn: TextsIn, title: string])[] = [
  ['shared', 'texts shared by cells, as Excel writes them'],
  ['cells', 'each text in its cell'],
];

/** How fast a workbook is read, and in how much memory. */
export const workbooks: Bench = {
  what: 'Excel workbooks of 12 columns to rows, against exceljs, hucre and read-excel-file',
  flags: '[--rows 200000] [--rounds 3]',
  run: async (argv, { folder, say, show }) => {
    const { rows, rounds } = optionsOf(argv);
    const { measure } = measurer('workbook-contenders.ts', folder);
    const small = join(folder, 'small.xlsx');
    await writePeople(small, 20, 'shared');
    for (const name of names) await measure(name, small);
    for (const [textsIn, title] of kinds) {
      const file = join(folder, `${textsIn}.xlsx`);
      await writePeople(file, rows, textsIn);
      const megabytes = (statSync(file).size / 1e6).toFixed(1);
      say(`Reading ${count(rows)} rows of 12 columns, ${megabytes} MB, ${rounds} times each.`);
      const runs = new Map<Name, Measured[]>(names.map((name) => [name, []]));
      for (let round = 0; round < rounds; round += 1)
        for (const [name, measured] of runs) measured.push(checked(await measure(name, file), name, rows));
      const wall = (name: Name): number => median((runs.get(name) ?? []).map(({ ms }) => ms));
      show({
        title: `A workbook of ${count(rows)} rows, ${megabytes} MB: ${title}`,
        head: ['what', 'time', 'rows per second', 'peak memory', 'time of ours'],
        rows: [...runs].map(([name, measured]) => [
          contenders[name],
          seconds(wall(name)),
          count(Math.round((rows * 1000) / wall(name))),
          `${Math.round(Math.max(...measured.map(({ peakMegabytes }) => peakMegabytes)))} MB`,
          times(wall(name) / wall('sluice')),
        ]),
        notes: [
          `Each run is a process of its own, by turns; medians of ${rounds}, the most of the memory. All run with ${nodeFlags.join(' ')}, and compiled before, as in a bundle.`,
        ],
      });
    }
  },
};

function optionsOf(argv: readonly string[]) {
  const flags = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) flags.set(argv[at] ?? '', argv[at + 1] ?? '');
  const unknown = [...flags.keys()].find((flag) => flag !== '--rows' && flag !== '--rounds');
  if (unknown !== undefined) throw new FlagError(`${unknown}: expected one of --rows, --rounds.`);
  return {
    rows: wholeNumber('--rows', flags.get('--rows') ?? '200000'),
    rounds: wholeNumber('--rounds', flags.get('--rounds') ?? '3'),
  };
}

/** A contender that reads something else is none. */
function checked(measured: Measured, name: Name, rows: number): Measured {
  if (measured.rows !== rows + 1) throw new Error(`${name} read ${measured.rows} rows, and not ${rows + 1}.`);
  return measured;
}
