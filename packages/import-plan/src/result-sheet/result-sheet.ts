import {
  createXlsxWriter,
  csvLine,
  type Sheet,
  type SheetFacts,
  type SheetFormat,
  type SheetRow,
} from '@sluice/sheets';
import { asDropped, guarded, guardedText, resultColumns } from './result-columns.ts';
import { outcomesInOrder, type RowOutcome } from './row-outcomes.ts';

export interface ResultRequest {
  /** The drop, opened anew. */
  readonly sheet: Sheet;
  /** In order of rows. Several of one row are joined: the first says how it ended, all say why. */
  readonly outcomes: AsyncIterable<RowOutcome>;
  /** Of rows without an outcome; `unknown` unless said. */
  readonly otherwise?: Omit<RowOutcome, 'row'>;
}

/**
 * The result sheet in pieces: of the drop's format, with its rows, row numbers, order and columns, and our three columns.
 * Cells beyond the header stand behind ours. Dropped again it is read as the drop was: a row with too few cells is filled
 * up here, and is too short again there.
 */
export async function* writeResultSheet(
  request: ResultRequest,
): AsyncGenerator<string | Uint8Array, void, void> {
  const sheet = asDropped(request.sheet);
  const { facts } = sheet;
  const format = formatOf(facts);
  const guard = format === 'xlsx' ? guardedText : guarded;
  const header = [...facts.header.map(guard), ...resultColumns];
  yield* writers[format]({ facts, header, rows: resultRows(sheet, request, guard) });
}

const mostXlsxColumns = 16_384;

/** A workbook without room for our columns is given back as CSV. */
function formatOf({ format, header }: Pick<SheetFacts, 'format' | 'header'>): SheetFormat {
  return format === 'xlsx' && header.length + resultColumns.length > mostXlsxColumns ? 'csv' : format;
}

interface Result {
  readonly facts: SheetFacts;
  readonly header: readonly string[];
  /** The rows below it. */
  readonly rows: AsyncIterable<SheetRow[]>;
}

type Writer = (result: Result) => AsyncIterable<string | Uint8Array>;

const writers: Record<SheetFormat, Writer> = {
  csv: writeCsv,
  jsonl: writeJsonLines,
  xlsx: writeXlsx,
};

async function* resultRows(
  sheet: Sheet,
  { outcomes, otherwise = { status: 'unknown' } }: ResultRequest,
  guard: Guard,
): AsyncGenerator<SheetRow[], void, void> {
  const { length: width } = sheet.facts.header;
  const ended = outcomesInOrder(outcomes);
  try {
    for await (const rows of sheet.rows) {
      const written: SheetRow[] = [];
      for (const row of rows) {
        const outcome = (await ended.of(row.number)) ?? otherwise;
        written.push({ number: row.number, cells: resultCells(row, { width, outcome, guard }) });
      }
      yield written;
    }
  } finally {
    await ended.close();
  }
}

const lineBreak = '\r\n';

/** With a byte order mark, by which spreadsheet programs know UTF-8, and the drop's delimiter. */
async function* writeCsv({ facts, header, rows }: Result): AsyncGenerator<string, void, void> {
  const { headerRow, delimiter = ',' } = facts;
  yield `\ufeff${lineBreak.repeat(headerRow - 1)}${csvLine(header, delimiter)}`;
  let written = headerRow;
  for await (const chunk of rows) {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      lines.push(lineBreak.repeat(number - written), csvLine(cells, delimiter));
      written = number;
    }
    yield lines.join('');
  }
  yield lineBreak;
}

/** Every column in every line, as a text: that is how it was read. */
async function* writeJsonLines({ header, rows }: Result): AsyncGenerator<string, void, void> {
  const names = header.map((name) => JSON.stringify(name));
  let written = 0;
  for await (const chunk of rows) {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      const pairs = names.map((name, at) => `${name}:${JSON.stringify(cells[at] ?? '')}`);
      lines.push('\n'.repeat(number - written - 1), `{${pairs.join(',')}}\n`);
      written = number;
    }
    yield lines.join('');
  }
}

/** Texts alone: whatever stood there, and whatever the program that opens it makes of texts. */
async function* writeXlsx({ facts, header, rows }: Result): AsyncGenerator<Uint8Array, void, void> {
  const { headerRow, sheetName } = facts;
  const writer = createXlsxWriter({ header, headerRow, sheetName });
  for await (const chunk of rows) {
    yield writer.write(
      chunk.map(({ number, cells }) => ({ number, cells: cells.slice(0, mostXlsxColumns) })),
    );
  }
  yield writer.end();
}

interface Ended {
  /** Of the header. */
  readonly width: number;
  readonly outcome: Omit<RowOutcome, 'row'>;
  readonly guard: Guard;
}

type Guard = (cell: string) => string;

function resultCells({ cells }: SheetRow, { width, outcome, guard }: Ended): string[] {
  const { status, reason = '', recordId = '' } = outcome;
  const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [
    ...cells.slice(0, width).map(guard),
    ...padding,
    status,
    guard(reason),
    guard(recordId),
    ...cells.slice(width).map(guard),
  ];
}

const endings: Record<SheetFormat, RegExp> = {
  csv: /\.(?:csv|tsv|tab|txt)$/iu,
  jsonl: /\.(?:jsonl|ndjson)$/iu,
  xlsx: /\.xlsx$/iu,
};

/** The name of a drop's result sheet: its own, with the ending of what it is; it is never packed. */
export function resultName(fileName: string, facts: Pick<SheetFacts, 'format' | 'header'>): string {
  const format = formatOf(facts);
  const name = fileName.replace(/\.gz$/iu, '');
  return endings[format].test(name) ? name : `${name}.${format}`;
}
