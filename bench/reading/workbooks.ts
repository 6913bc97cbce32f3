import { writeFileSync } from 'node:fs';
import { names, number, oneSheet, row as rowOf, text } from '../../packages/sheets/src/testing/workbook.ts';
import type { Bench } from '../bench.ts';
import { showRace } from './race.ts';

const contenders = {
  sluice: 'sluice: rows as a person sees them',
  hucre: 'hucre, streaming',
  readExcelFile: 'read-excel-file, the whole file',
};

const kinds = { shared: 'texts shared by cells, as Excel writes them', cells: 'each text in its cell' };

/** How fast a workbook is read, and in how much memory. */
export const workbooks: Bench = {
  what: 'Excel workbooks of 12 columns to rows, against hucre and read-excel-file',
  options: { rows: '200000', rounds: '3' },
  run: async (running) => {
    for (const [kind, title] of Object.entries(kinds)) {
      const write = async (file: string, rows: number) => writePeople(file, rows, kind === 'shared');
      await showRace({ contenders, write, title, rows: running.options.whole('rows') }, running);
    }
  },
};

const header = 'id,first,last,email,phone,street,zip,city,joined,amount,active,note'.split(',');
const first = ['Ann', 'Bob', 'Zoë', 'José', 'Carl', 'Dora', 'Emil', 'Fritz'];
const last = ['Smith', 'Müller', 'O’Neil', 'Lee', 'Garcia', 'Ivanov'];
const cities = ['Springfield', 'Zürich', 'Paris', 'Berlin', 'Oslo'];

/** The same rows each time: a day, an amount and leading zeros are numbers with a format. */
function writePeople(file: string, rows: number, isShared: boolean): void {
  const texts = new Map<string, number>();
  const cell = (reference: string, value: string): string => {
    if (!isShared) return text(reference, value);
    const index = texts.get(value) ?? texts.size;
    texts.set(value, index);
    return `<c r="${reference}" t="s"><v>${index}</v></c>`;
  };
  const written = Array.from({ length: rows }, (_, at) => personRow(at + 2, cell));
  const formats = [14, '00000', 4];
  const all = names(1, ...header) + written.join('');
  const shared = [...texts.keys()].map((each) => `<si><t>${each}</t></si>`).join('');
  const bytes = oneSheet(all, {
    formats,
    ...(isShared && { texts: shared }),
    change: (parts) => parts.map((part) => ({ ...part, deflated: true })),
  });
  writeFileSync(file, bytes);
}

function personRow(row: number, cell: (reference: string, value: string) => string): string {
  return rowOf(
    row,
    number(`A${row}`, 100_000 + row),
    cell(`B${row}`, pick(first, row)),
    cell(`C${row}`, pick(last, row)),
    cell(`D${row}`, `user${row}@bench.example`),
    cell(`E${row}`, `+1 555 ${1_000_000 + ((row * 7919) % 8_999_999)}`),
    cell(`F${row}`, `${(row * 31) % 9999} Main Street`),
    number(`G${row}`, (row * 37) % 99_999, 2),
    cell(`H${row}`, pick(cities, row)),
    number(`I${row}`, 40_000 + (row % 5000), 1),
    number(`J${row}`, ((row * 13) % 100_000) / 100, 3),
    `<c r="K${row}" t="b"><v>${row % 2}</v></c>`,
    cell(`L${row}`, row % 3 === 0 ? 'none' : 'call back &amp; ask'),
  );
}

function pick(values: readonly string[], at: number): string {
  return values[(at * 7 + (at >> 4)) % values.length] ?? '';
}
