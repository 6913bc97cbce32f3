import { isBlankRow, unguarded, type Sheet, type SheetRow } from '@sluice/sheets';
import { widthIn } from '../rows/ragged-row.ts';

/** What a result sheet adds to each row of the drop. */
export const resultColumns = ['Status', 'Reason', 'Record id', 'Reason code', 'Reference'] as const;

const note = `This is a result sheet: its columns ${resultColumns.join(', ')} were left out.`;

/**
 * Turns a result sheet back into the drop: without our columns, and without the quotes that keep cells from starting a
 * formula. A sheet without one of the first three stays as it is. Each row has its reference.
 */
export function asDropped(sheet: Sheet): Sheet {
  const { facts, mayBeDamaged } = sheet;
  const [status = -1, reason = -1, id = -1, code] = resultColumns.map((name) =>
    facts.header.lastIndexOf(name),
  );
  if ([status, reason, id].includes(-1)) return sheet;
  // A column of this name before ours is the drop's own.
  const reference = facts.header.indexOf('Reference', status);
  const ours = new Set([status, reason, id, code, reference]);
  const strip = (cells: readonly string[]) => cells.filter((_, index) => !ours.has(index)).map(unguarded);
  return {
    facts: {
      format: facts.format,
      get encoding() {
        return facts.encoding;
      },
      compression: facts.compression,
      delimiter: facts.delimiter,
      fixedWidth: facts.fixedWidth,
      sheetName: facts.sheetName,
      headerRow: facts.headerRow,
      headerRows: facts.headerRows,
      headerEvidence: facts.headerEvidence,
      header: strip(facts.header),
      get notes() {
        return [...facts.notes, note];
      },
      get skipped() {
        return facts.skipped;
      },
    },
    ...(mayBeDamaged && { mayBeDamaged }),
    above: sheet.above.map((row) => ({ ...row, cells: row.cells.map(unguarded) })),
    rows: stripped(sheet, ({ number, cells, lostDigits }) => ({
      number,
      lostDigits,
      cells: asShort(strip(cells), cells[reason] ?? ''),
      reference: cells[reference]?.trim() ?? '',
    })),
  };
}

/**
 * A row that was too short was filled up to make room for our columns. Which of its cells was missing is unknown, so it stays
 * too short until a person fills its end or removes our reason.
 */
function asShort(cells: string[], reason: string): string[] {
  const width = widthIn(reason);
  if (width === undefined || width >= cells.length) return cells;
  return cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : cells;
}

/** A row with only our columns was blank. In a format without a header row, such as JSON lines, it is a record without values. */
async function* stripped(
  { facts, rows: chunks }: Sheet,
  strip: (row: SheetRow) => SheetRow,
): AsyncGenerator<SheetRow[], void, void> {
  for await (const chunk of chunks) {
    yield chunk.map(strip).filter(({ cells }) => facts.headerRow === 0 || !isBlankRow(cells));
  }
}
