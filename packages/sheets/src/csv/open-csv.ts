import type { Sheet, SheetFacts, SheetOptions, UsualDelimiter } from '../model/sheet.ts';
import { unpacked } from '../text/packed.ts';
import type { TextRequest } from '../text/text-request.ts';
import type { TextStream } from '../text/text-stream.ts';
import { readEveryRow, readRows, type RowSource } from './read-rows.ts';
import { checkCells } from '../model/row-limits.ts';
import { sniff, type Sniffed } from './sniff.ts';
import { openTable } from '../table/open-table.ts';
import { withMissingCounted } from '../table/widths.ts';
import type { Piece } from '../text/decode-blocks.ts';

/**
 * Reads text up to its header.
 * @throws SheetError if the file is no sheet or its header cannot be read
 */
export async function openCsv({ stream, options, limits, compression }: TextRequest): Promise<Sheet> {
  const sep = takeSepLine(stream.first);
  const text = sep.piece.packed ? unpacked(sep.piece.text) : sep.piece.text;
  const sample = { text, whole: sep.piece.last && sep.piece.fault === undefined };
  const { escapes, delimiter = sep.delimiter, onProblem } = options;
  const sniffed = sniff(sample, { escapes, delimiter });
  if (sniffed.doubt !== undefined && onProblem === undefined) throw sniffed.doubt;
  if (sniffed.doubt !== undefined) onProblem?.(sniffed.doubt);
  const notes = [...(sep.note === undefined ? [] : [sep.note]), ...sniffed.notes];
  const { dialect, quotes } = sniffed;
  const source = { pieces: stream.from(sep.piece), dialect, limits, quotes, seen: stream.seen };
  return openRows({ sniffed, notes, source, stream, options, compression });
}

interface Understood {
  readonly sniffed: Sniffed;
  readonly notes: readonly string[];
  readonly source: RowSource;
  readonly stream: TextStream;
  readonly options: SheetOptions;
  readonly compression: 'gzip' | undefined;
}

async function openRows({
  sniffed,
  notes,
  source,
  stream,
  options,
  compression,
}: Understood): Promise<Sheet> {
  const { onProblem } = options;
  const { preview } = sniffed;
  const columns = sniffed.header?.columns;
  const chunks = onProblem === undefined ? readRows(source) : readEveryRow({ ...source, columns, onProblem });
  const { headerCells, above, rows, ...table } = await openTable(preview, chunks, options);
  if (onProblem === undefined)
    for (const { cells, number } of headerCells) checkCells(cells, number, source.limits);
  const facts: SheetFacts = {
    format: 'csv',
    compression,
    get encoding() {
      return stream.seen.encoding;
    },
    delimiter: sniffed.dialect.delimiter,
    ...table,
    get notes() {
      return [...notes, ...stream.seen.notes];
    },
  };
  const counted = withMissingCounted(rows, { width: facts.header.length, limits: source.limits });
  return { facts, above, rows: counted, mayBeDamaged: () => stream.seen.mayBeDamaged ?? true };
}

interface SepLine {
  /** Without the line. */
  readonly piece: Piece;
  readonly delimiter?: UsualDelimiter | undefined;
  readonly note?: string;
}

/**
 * `sep=;` in the first line states the delimiter for spreadsheet programs. They do not show this line, so it is no row here, and
 * the line below it is row 1.
 */
function takeSepLine(piece: Piece): SepLine {
  const found = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)/i.exec(piece.text);
  if (found === null) return { piece };
  const delimiter = delimiterOf(found[1]);
  const note =
    'The first line, sep=…, states the delimiter and does not count as a row, as in a spreadsheet.';
  const { length } = found[0];
  const packed = piece.packed?.subarray(length);
  return { piece: { ...piece, text: piece.text.slice(length), ...(packed && { packed }) }, delimiter, note };
}

function delimiterOf(text: string | undefined): UsualDelimiter | undefined {
  return text === ',' || text === ';' || text === '\t' || text === '|' ? text : undefined;
}
