import { readLines } from '../text/read-lines.ts';
import { SheetError, shownName } from '../model/sheet-error.ts';
import type { Sheet, SheetFacts, SheetRow } from '../model/sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { openTable, reportDoubt } from '../table/open-table.ts';
import { checkCells } from '../model/row-limits.ts';
import { chunkCells, countBlanks } from '../table/widths.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import type { TextRequest } from '../text/text-request.ts';
import { watchCuts } from './cuts.ts';
import { spansOf, type Span } from './spans.ts';
import { previewOf } from '../table/preview-of.ts';

const note = 'Cells were cut at the places that the profile states.';

/**
 * Reads text whose cells have stated places, in characters, up to its header. A line break ends each row.
 * @throws SheetError if the header cannot be read
 */
export async function openFixed(request: TextRequest): Promise<Sheet> {
  const { stream, options, limits, compression } = request;
  const { onProblem } = options;
  const spans = spansOf(options) ?? [];
  const cuts = watchCuts(spans);
  const addBlanks = countBlanks(limits);
  let isDamaged = false;

  async function* rowsOf(): AsyncGenerator<SheetRow[], void, void> {
    for await (const lines of readLines({ pieces: stream.from(stream.first), limits, onProblem })) {
      const rows: SheetRow[] = [];
      for (const { number, text } of lines) {
        cuts.see(number, text);
        // Counted before they are made.
        addBlanks(Math.max(0, spans.length - text.length), number);
        const cells = cellsOf(text, spans);
        checkCells(cells, number, limits);
        isDamaged ||= cells.some(mayBeDamaged);
        if (!isBlankRow(cells)) rows.push({ number, cells });
        if (rows.length * spans.length >= chunkCells) yield rows.splice(0);
      }
      yield rows;
    }
  }

  const { preview, chunks } = await previewOf(rowsOf());
  const {
    headerCells: _header,
    above,
    rows,
    ...table
  } = await openTable({ ...preview, short: false }, chunks, options);
  const fixedWidth = spans.at(-1)?.to ?? 0;
  const tooLong = longHeader(table, spans.length, fixedWidth);
  reportDoubt(tooLong, options);
  const facts: SheetFacts = {
    format: 'csv',
    fixedWidth,
    compression,
    get encoding() {
      return stream.seen.encoding;
    },
    ...table,
    get notes() {
      return [note, ...cuts.notes(), ...stream.seen.notes];
    },
  };
  return { facts, above, rows, mayBeDamaged: () => isDamaged };
}

/** A last column that the widths leave out would be read to the end of the line. */
function longHeader(
  { header, headerRow }: Pick<SheetFacts, 'header' | 'headerRow'>,
  columns: number,
  sum: number,
): SheetError | undefined {
  if (header.length <= columns) return undefined;
  const rest = shownName(header.slice(columns).join(' '));
  return new SheetError({ code: 'header_beyond_widths', width: sum, rest, row: headerRow });
}

/** Trimmed cells. What is beyond the last column is a further cell. */
function cellsOf(line: string, spans: readonly Span[]): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  // Only characters beyond 16 bits have two units.
  const characters = /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
  const cut = (from: number, to?: number): string => {
    const part = characters.slice(from, to);
    return (typeof part === 'string' ? part : part.join('')).trim();
  };
  const cells = spans.map(({ from, to }) => cut(from, to));
  const beyond = cut(spans.at(-1)?.to ?? 0);
  return beyond === '' ? cells : [...cells, beyond];
}
