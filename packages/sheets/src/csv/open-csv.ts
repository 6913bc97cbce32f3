import { inBlocks } from '../blocks.ts';
import { sheetLimits } from '../limits.ts';
import { SheetError } from '../sheet-error.ts';
import type { Delimiter, Encoding, Sheet, SheetFacts, SheetOptions, SheetRow } from '../sheet.ts';
import { decodeBlocks, type Piece } from '../text/decode-blocks.ts';
import { ownText } from '../text/own-text.ts';
import { readRows } from './read-rows.ts';
import { checkCells } from './row-limits.ts';
import { sniff } from './sniff.ts';

/**
 * Reads text up to its header, the first row that is not blank.
 * @throws SheetError where the file is no sheet, or where its header cannot be read
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, options: SheetOptions = {}): Promise<Sheet> {
  const limits = { ...sheetLimits, ...options.limits };
  const pieces = decodeBlocks(inBlocks(bytes, limits), options.encoding);
  const first = await pieces.next();
  if (first.done) throw empty();
  const sample = { text: first.value.text, whole: first.value.last && first.value.fault === undefined };
  const dialect = sniff(sample, options.delimiter);
  const seen: Seen = { encoding: first.value.encoding };
  const chunks = readRows({ pieces: watched(first.value, pieces, seen), dialect, limits });
  const { header, below } = await takeHeader(chunks);
  checkCells(header.cells, header.number, limits);
  return {
    facts: factsOf({ header, delimiter: dialect.delimiter, seen }),
    rows: rowsOf(below, chunks),
  };
}

/** What is known so far, and may change while rows are read. */
interface Seen {
  encoding: Encoding;
}

async function* watched(
  first: Piece,
  rest: AsyncIterable<Piece>,
  seen: Seen,
): AsyncGenerator<Piece, void, void> {
  yield first;
  if (first.last) return;
  for await (const piece of rest) {
    seen.encoding = piece.encoding;
    yield piece;
  }
}

interface Opened {
  readonly header: SheetRow;
  /** The rows of its chunk that stand below it. */
  readonly below: SheetRow[];
}

async function takeHeader(chunks: AsyncGenerator<SheetRow[], void, void>): Promise<Opened> {
  for (;;) {
    const chunk = await chunks.next();
    if (chunk.done) throw empty();
    const [header, ...below] = chunk.value;
    if (header !== undefined) return { header, below };
  }
}

async function* rowsOf(below: SheetRow[], rest: AsyncIterable<SheetRow[]>) {
  if (below.length > 0) yield below;
  for await (const chunk of rest) if (chunk.length > 0) yield chunk;
}

interface Understood {
  readonly header: SheetRow;
  readonly delimiter: Delimiter;
  readonly seen: Seen;
}

function factsOf({ header, delimiter, seen }: Understood): SheetFacts {
  return {
    format: 'csv',
    get encoding() {
      return seen.encoding;
    },
    delimiter,
    headerRow: header.number,
    header: header.cells.map(ownText),
    get notes() {
      return seen.encoding === 'windows-1252' ? [legacyNote] : [];
    },
    skipped: [],
  };
}

const legacyNote =
  'The text is not UTF-8 and was read as Windows-1252: look at the accents before you import it, or save it as "CSV UTF-8".';

function empty(): SheetError {
  return new SheetError({
    code: 'empty',
    what: 'the sheet is empty',
    expected: 'a header row, and one row for each record below it',
  });
}
