import { outcomeOf, sourceOf } from './sheets.ts';
import { damagesOf, plainGrid, type Damage } from './damages.ts';
import { bytesOf, peopleTables, type Outcome, type PeopleTable, type Row } from './people-tables.ts';
import type { SheetFacts } from '../model/sheet.ts';

/** Of several writers, separators and ends of lines; with and without quotes, and two with more than their table. */
const files = new Map([
  ['pandas/plain-contacts-us-utf-8.csv', ','],
  ['pandas/breaks-orders-ru-utf-8-sig.csv', ','],
  ['pandas/breaks-orders-fr-utf-8-sig.csv', ';'],
  ['pandas/sparse-clients-es-utf-8.csv', '|'],
  ['libreoffice/client-named-total-members-us-comma.csv', ','],
  ['libreoffice/total-orders-ru-tab.csv', '\t'],
  ['libreoffice/report-members-de-semicolon.csv', ';'],
  ['libreoffice/groups-and-ids-members-fr-semicolon.csv', ';'],
  ['r/plain-orders-us-rownames.csv', ','],
  ['postgresql/breaks-contacts-ja-csv.csv', ','],
]);

/** `otherwise`: the damaged file plainly says something else, and that was read. */
export type DamageVerdict = 'right' | 'named' | 'otherwise' | 'silentlyWrong';

export interface JudgedDamage {
  readonly file: string;
  readonly damage: Damage;
  readonly verdict: DamageVerdict;
  /** The first row that differs from the undamaged file. */
  readonly row?: string;
}

/** Every so many damages are tried, from this one on. */
export interface Stride {
  readonly every: number;
  readonly from: number;
}

export async function* tryDamages({ every, from }: Stride): AsyncGenerator<JudgedDamage> {
  const tables = peopleTables().filter(({ file }) => files.has(file));
  if (tables.length !== files.size) throw new Error('A file for damages is missing.');
  let count = 0;
  for (const table of tables) {
    const separator = files.get(table.file) ?? ',';
    for (const damage of damagesOf(bytesOf(table).toString('utf8'), separator)) {
      if (count++ % every !== from) continue;
      const outcome = await outcomeOf(sourceOf(damage.text));
      yield {
        file: table.file,
        damage,
        ...judge(table, outcome, plainGrid(damage.text.replace(/^\uFEFF/u, ''), separator)),
      };
    }
  }
}

type Cells = readonly string[];
type Judged = Pick<JudgedDamage, 'verdict' | 'row'>;

function judge(
  table: PeopleTable,
  { facts, rows: read, error }: Outcome,
  grid: readonly Cells[] = [],
): Judged {
  if (error !== undefined || facts === undefined) return { verdict: 'named' };
  const { header = [], lowest = header, rows: truth = [] } = table;
  const found = read as unknown as readonly Row[];
  const isSameHeader = [header, lowest].some((names) => lineOf(names) === lineOf(facts.header));
  const expected = new Set(truth.map(lineOfRow));
  const asBefore = (row: Row) => isSameHeader && expected.has(lineOfRow(row));
  const isLeftOut = truth.length > found.filter((row) => expected.has(lineOfRow(row))).length;
  if (isSameHeader && !isLeftOut && found.length === truth.length) return { verdict: 'right' };
  const changed = found.filter((row) => !asBefore(row) && !isNamed(row, facts.header));
  const stranger = changed.find(([number, ...cells]) => lineOf(grid[number - 1] ?? []) !== lineOf(cells));
  if (stranger !== undefined) return { verdict: 'silentlyWrong', row: JSON.stringify(stranger) };
  if (!isSameHeader && changed.length > 0 && !isHeaderOf(grid, facts))
    return { verdict: 'silentlyWrong', row: JSON.stringify(facts.header) };
  const unseen = unseenRow(grid, facts, found);
  if (unseen !== undefined) return { verdict: 'silentlyWrong', row: `${unseen}, which is missing` };
  const [row] = changed;
  return row === undefined
    ? { verdict: 'named' }
    : { verdict: 'otherwise', row: JSON.stringify(row.slice(1)) };
}

/** Whether the plan names a row: its cells do not fit the header, or have a value without a name. */
function isNamed([, ...cells]: Row, header: Cells): boolean {
  const isStray = (cell: string, at: number) => isFilled(cell) && !isFilled(header[at] ?? '');
  return cells.length !== header.length || cells.some(isStray);
}

/** Whether each name ends with the cell of the last row of the header that has one. */
function isHeaderOf(grid: readonly Cells[], { headerRow, headerRows = 1, header }: SheetFacts): boolean {
  const rows = grid.slice(headerRow - 1, headerRow - 1 + headerRows);
  return header.every((name, at) => {
    const last = rows.map((cells) => cells[at] ?? '').findLast(isFilled) ?? '';
    return headerRows === 1 ? name === last : name.endsWith(last.trim());
  });
}

/** A row that is not blank, and neither read nor left out with a word. Without a grid every row was either. */
function unseenRow(grid: readonly Cells[], facts: SheetFacts, found: readonly Row[]): number | undefined {
  const { headerRow, headerRows = 1, skipped } = facts;
  const header = Array.from({ length: headerRows }, (_, at) => headerRow + at);
  const seen = new Set([...header, ...found.map(([number]) => number), ...skipped.map(({ row }) => row)]);
  const at = grid.findIndex((cells, index) => cells.some(isFilled) && !seen.has(index + 1));
  return at < 0 ? undefined : at + 1;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
const lineOfRow = ([, ...cells]: Row): string => lineOf(cells);

/** Blank cells at the end are nothing. */
function lineOf(cells: Cells): string {
  return JSON.stringify(cells.slice(0, cells.findLastIndex(isFilled) + 1));
}
