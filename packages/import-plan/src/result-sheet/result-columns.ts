import { isBlankRow, unguarded, type Sheet, type SheetRow } from '@sluice/sheets';
import { widthSaid } from '../rows/row-width.ts';

/** What a result sheet adds to each row of the drop. */
export const resultColumns = ['Status', 'Reason', 'Record id'] as const;

const note = 'This is a result sheet: its columns Status, Reason and Record id were left out.';

/**
 * A sheet as it was before we gave it back: without our three columns, and without the quotes that keep cells from
 * starting a formula. A sheet that does not have all three is left as it is.
 */
export function asDropped(sheet: Sheet): Sheet {
  const ours = new Set(resultColumns.map((name) => sheet.facts.header.lastIndexOf(name)));
  if (ours.has(-1)) return sheet;
  const { facts } = sheet;
  const reason = sheet.facts.header.lastIndexOf('Reason');
  const strip = (cells: readonly string[]) => cells.filter((_, index) => !ours.has(index)).map(unguarded);
  return {
    facts: {
      format: facts.format,
      get encoding() {
        return facts.encoding;
      },
      compression: facts.compression,
      delimiter: facts.delimiter,
      sheetName: facts.sheetName,
      headerRow: facts.headerRow,
      header: strip(facts.header),
      get notes() {
        return [...facts.notes, note];
      },
      get skipped() {
        return facts.skipped;
      },
    },
    rows: stripped(sheet, (cells) => asShort(strip(cells), cells[reason] ?? '')),
  };
}

/**
 * A row that was too short was filled up to make room for our columns. Nobody can tell which of its cells was missing:
 * it stays too short until somebody puts a value in its end, or takes our reason away.
 */
function asShort(cells: string[], reason: string): string[] {
  const width = widthSaid(reason);
  if (width === undefined || width >= cells.length) return cells;
  return cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : cells;
}

/** A row that has nothing but our columns was blank, unless it is a JSON object: that is a record without values. */
async function* stripped(
  { facts, rows: chunks }: Sheet,
  strip: (cells: readonly string[]) => string[],
): AsyncGenerator<SheetRow[], void, void> {
  for await (const chunk of chunks) {
    yield chunk
      .map(({ number, cells }) => ({ number, cells: strip(cells) }))
      .filter(({ cells }) => facts.format === 'jsonl' || !isBlankRow(cells));
  }
}
