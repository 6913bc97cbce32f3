import { checkCells } from '../model/row-limits.ts';
import { chunkCells, countBlanks } from '../table/widths.ts';
import { SheetError, shownName } from '../model/sheet-error.ts';
import type { Sheet, SheetRow } from '../model/sheet.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import { ownText } from '../text/own-text.ts';
import type { TextRequest } from '../text/text-request.ts';
import { flatObject, type FlatObject } from './flat-object.ts';
import { readLines, type Line } from '../text/read-lines.ts';

/** How many lines define the columns: those of them in the first block, and always one. */
const headerLines = 1000;

/**
 * Reads JSON lines. The columns are the keys of the first lines, in order of appearance. `headerRow` is 0, since no row is the
 * header.
 * @throws SheetError if the first lines are no objects
 */
export async function openJsonLines({ stream, options, limits, compression }: TextRequest): Promise<Sheet> {
  const { onProblem } = options;
  const lines = readLines({ pieces: stream.from(stream.first), limits, onProblem });
  const first = await firstLines(lines);
  const header = keysOf(first.slice(0, headerLines));
  const places = new Map(header.map((name, index) => [name, index]));
  checkCells(header, 1, limits);
  const addBlanks = countBlanks(limits);
  let isDamaged = false;
  const rowOf: RowOf = (line) => {
    // A key takes several characters, so this counts too few, and never too many.
    addBlanks(Math.max(0, header.length - line.text.length), line.number);
    const row = onProblem === undefined ? rowIn(line, places) : anyRowIn(line, places, onProblem);
    checkCells(row.cells, row.number, limits);
    isDamaged ||= row.cells.some(mayBeDamaged);
    return row;
  };
  const facts = {
    format: 'jsonl' as const,
    compression,
    get encoding() {
      return stream.seen.encoding;
    },
    headerRow: 0,
    header,
    get notes() {
      return [...stream.seen.notes];
    },
    skipped: [],
  };
  return { facts, above: [], rows: rowsOf(first, { lines, rowOf }), mayBeDamaged: () => isDamaged };
}

type RowOf = (line: Line) => SheetRow;

async function firstLines(lines: AsyncIterator<Line[]>): Promise<Line[]> {
  for (;;) {
    const chunk = await lines.next();
    if (chunk.done) throw new SheetError({ code: 'empty_sheet' });
    if (chunk.value.length > 0) return chunk.value;
  }
}

function keysOf(lines: readonly Line[]): string[] {
  const keys = new Set<string>();
  for (const { text } of lines) for (const name of flatObject(text)?.keys ?? []) keys.add(ownText(name));
  const [first] = lines;
  if (keys.size === 0 && first !== undefined) throw noObject(first.number, first.text);
  return [...keys];
}

/** Returns the rows before a fault, and then throws it. */
async function* rowsOf(
  first: readonly Line[],
  { lines, rowOf }: { readonly lines: AsyncIterable<Line[]>; readonly rowOf: RowOf },
): AsyncGenerator<SheetRow[], void, void> {
  yield* soundRows(first, rowOf);
  for await (const chunk of lines) yield* soundRows(chunk, rowOf);
}

function* soundRows(lines: readonly Line[], rowOf: RowOf): Generator<SheetRow[], void, void> {
  const rows: SheetRow[] = [];
  try {
    for (const line of lines) {
      const row = rowOf(line);
      rows.push(row);
      if (rows.length * row.cells.length >= chunkCells) yield rows.splice(0);
    }
  } catch (error) {
    if (rows.length > 0) yield rows;
    throw error;
  }
  if (rows.length > 0) yield rows;
}

type Places = ReadonlyMap<string, number>;

function rowIn({ number, text }: Line, places: Places): SheetRow {
  const object = flatObject(text);
  if (object === undefined) throw noObject(number, text);
  const fault = faultOfObject(number, object, places);
  if (fault !== undefined) throw fault;
  return { number, cells: cellsOf(object, places) };
}

/** A line that is no object is one cell; keys without a column come after the others. */
function anyRowIn(
  { number, text }: Line,
  places: Places,
  onProblem: (problem: SheetError) => void,
): SheetRow {
  const object = flatObject(text);
  const fault = object === undefined ? noObject(number, text) : faultOfObject(number, object, places);
  if (fault !== undefined) onProblem(fault);
  return { number, cells: object === undefined ? [text.trim()] : cellsOf(object, places) };
}

function cellsOf({ keys, texts }: FlatObject, places: Places): string[] {
  const cells = Array<string>(places.size).fill('');
  for (const [at, name] of keys.entries()) {
    const text = texts[at] ?? '';
    const place = places.get(name);
    if (place === undefined) cells.push(text);
    else cells[place] = text;
  }
  return cells;
}

const example = '`{"name":"Ann","phone":"0151"}`';

function noObject(row: number, text: string): SheetError {
  const code = /^\s*\[/.test(text) ? 'json_list' : 'not_json_object';
  return new SheetError({ code, example, row });
}

/** Why an object cannot be a row, if so. */
function faultOfObject(
  row: number,
  { keys, nested, twice }: FlatObject,
  places: ReadonlyMap<string, number>,
): SheetError | undefined {
  if (twice !== undefined) {
    const column = columnOf(twice, places);
    return new SheetError({ code: 'repeated_key', key: shownName(twice), row, column });
  }
  const [first] = nested;
  if (first !== undefined) {
    const column = columnOf(first, places);
    return new SheetError({ code: 'nested_value', key: shownName(first), row, column });
  }
  const stranger = keys.find((name) => !places.has(name));
  if (stranger === undefined) return undefined;
  return new SheetError({ code: 'late_key', key: shownName(stranger), row });
}

function columnOf(name: string, places: ReadonlyMap<string, number>): number | undefined {
  const place = places.get(name);
  return place === undefined ? undefined : place + 1;
}
