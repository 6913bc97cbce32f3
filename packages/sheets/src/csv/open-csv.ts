import type { Sheet, SheetFacts, SheetRow, SkippedRow } from '../sheet.ts';
import type { SheetError } from '../sheet-error.ts';
import { ownText } from '../text/own-text.ts';
import { unpacked } from '../text/packed.ts';
import type { TextRequest } from '../text/text-request.ts';
import type { TextStream } from '../text/text-stream.ts';
import { readEveryRow, readRows, type RowSource } from './read-rows.ts';
import { checkCells } from '../table/row-limits.ts';
import { takeSepLine } from './sep-line.ts';
import { sniff, type Sniffed } from './sniff.ts';
import { withoutTail } from '../table/tail.ts';
import { rowsOf, takeHeader } from '../table/take-header.ts';

/**
 * Reads text up to its header.
 * @throws SheetError if the file is no sheet or its header cannot be read
 */
export async function openCsv({ stream, options, limits, compression }: TextRequest): Promise<Sheet> {
  const sep = takeSepLine(stream.first);
  const text = sep.piece.packed ? unpacked(sep.piece.text) : sep.piece.text;
  const sample = { text, whole: sep.piece.last && sep.piece.fault === undefined };
  const sniffed = sniff(sample, options.delimiter ?? sep.delimiter);
  const notes = [...(sep.note === undefined ? [] : [sep.note]), ...sniffed.notes];
  const source = { pieces: stream.from(sep.piece), dialect: sniffed.dialect, limits };
  const { headerRow, onProblem } = options;
  const understood = { sniffed, notes, source, stream, headerRow, compression };
  return onProblem === undefined ? onlyData(understood) : everyRow(understood, onProblem);
}

interface Understood {
  readonly sniffed: Sniffed;
  readonly notes: readonly string[];
  readonly source: RowSource;
  readonly stream: TextStream;
  readonly headerRow: number | undefined;
  readonly compression: 'gzip' | undefined;
}

async function onlyData(understood: Understood): Promise<Sheet> {
  const { sniffed, source, headerRow } = understood;
  const chunks = readRows(source);
  const { above, header, below } = await takeHeader(chunks, headerRow ?? sniffed.header?.row);
  checkCells(header.cells, header.number, source.limits);
  const skipped =
    headerRow === undefined
      ? [...(sniffed.header?.skipped ?? [])]
      : above.map(({ number: row }) => ({ row, why: 'above the header' }));
  const facts = factsOf(header, understood, skipped);
  const table = { columns: header.cells.length, skipped };
  return { facts, rows: withoutTail(rowsOf(below, chunks), table) };
}

async function everyRow(understood: Understood, onProblem: (problem: SheetError) => void): Promise<Sheet> {
  const { sniffed, source, headerRow } = understood;
  const chunks = readEveryRow({ ...source, columns: sniffed.header?.columns, onProblem });
  const { above, header, below } = await takeHeader(chunks, headerRow ?? sniffed.header?.row);
  return { facts: factsOf(header, understood, []), rows: rowsOf([...above, header, ...below], chunks) };
}

function factsOf(
  header: SheetRow,
  { sniffed, notes, stream, headerRow, compression }: Understood,
  skipped: readonly SkippedRow[],
): SheetFacts {
  const guessed = headerRow === undefined ? sniffed.header?.note : undefined;
  const known = guessed === undefined ? notes : [...notes, guessed];
  return {
    format: 'csv',
    compression,
    get encoding() {
      return stream.seen.encoding;
    },
    delimiter: sniffed.dialect.delimiter,
    headerRow: header.number,
    header: header.cells.map(ownText),
    get notes() {
      return [...known, ...stream.seen.notes];
    },
    skipped,
  };
}
