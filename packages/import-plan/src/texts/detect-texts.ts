import { hasOtherWidths, hasUnpairedQuote, isOddText, type Sheet, type SheetRow } from '@sluice/sheets';
import type { FieldType } from '@sluice/contract';
import type { Column } from '../columns/column.ts';
import { isRagged } from '../model/ragged.ts';
import { watchTexts } from './column-texts.ts';
import type { SheetTexts } from '../model/sheet-texts.ts';

export const asWritten: SheetTexts = { repairs: new Map(), notes: [] };

const proseTypes: ReadonlySet<FieldType> = new Set(['text', 'textList', 'choice']);

/** A column whose cells decide something. */
interface UsedColumn {
  readonly index: number;
  readonly header: string;
  /** Whether its text is for people. Columns that are joined, split or compared may be anything. */
  readonly isProse: boolean;
}

function usedIn(columns: readonly Column[]): UsedColumn[] {
  const used = columns.filter(({ target, partOf, filters }) => target || partOf !== undefined || filters);
  const places = Map.groupBy(used, ({ index, of = index }) => of);
  return [...places].map(([index, fields]) => ({
    index,
    header: columns[index]?.header ?? '',
    isProse: fields.some(({ target, join }) => !target || join || proseTypes.has(target.spec.type)),
  }));
}

/** Whether a cell of the row may be damaged. Only its whole column shows whether it is. */
export function oddTextIn(columns: readonly Column[], { facts }: Pick<Sheet, 'facts'>) {
  const used = usedIn(columns);
  const isQuoted = facts.format === 'csv';
  return ({ cells }: SheetRow): boolean =>
    used.some(({ index, isProse }) => {
      const cell = cells[index] ?? '';
      return isOddText(cell) || (!isProse && hasOtherWidths(cell)) || (isQuoted && hasUnpairedQuote(cell));
    });
}

/** Reads every cell of the columns that become fields. It is one more reading of the sheet, in constant memory. */
export async function detectTexts(sheet: Sheet, columns: readonly Column[]): Promise<SheetTexts> {
  const isQuoted = sheet.facts.format === 'csv';
  const watched = usedIn(columns).map((column) => ({ column, ...watchTexts({ ...column, isQuoted }) }));
  const { length: width } = sheet.facts.header;
  for await (const rows of sheet.rows)
    for (const { number, cells } of rows)
      // Its cells may belong to other columns, and it fails in any case.
      if (!isRagged(cells, width))
        for (const { column, see } of watched) see(number, cells[column.index] ?? '');
  const found = watched.map(({ column, findings }) => ({ column, ...findings() }));
  return {
    repairs: new Map(
      found.flatMap(({ column, repair }) => (repair ? [[column.index, repair] as const] : [])),
    ),
    notes: found.flatMap(({ column, notes }) => notes.map((note) => `Column "${column.header}": ${note}`)),
  };
}

export function repaired(sheet: Sheet, texts: SheetTexts | undefined): Sheet {
  return texts === undefined || texts.repairs.size === 0
    ? sheet
    : { ...sheet, rows: repairedRows(sheet.rows, [...texts.repairs]) };
}

async function* repairedRows(
  chunks: Sheet['rows'],
  repairs: readonly (readonly [number, (cell: string) => string])[],
): AsyncGenerator<SheetRow[], void, void> {
  for await (const chunk of chunks)
    yield chunk.map((row) => {
      const cells = [...row.cells];
      for (const [at, repair] of repairs) {
        const cell = cells[at];
        if (cell !== undefined) cells[at] = repair(cell);
      }
      return { ...row, cells };
    });
}
