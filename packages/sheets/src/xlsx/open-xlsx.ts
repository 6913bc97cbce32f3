import { padded, withBlankRows } from '../table/widths.ts';
import { withoutTail } from '../table/tail.ts';
import { rowsOf, takeHeader } from '../table/take-header.ts';
import { sheetLimits, type SheetLimits } from '../limits.ts';
import type { Sheet, SheetFacts, SheetOptions, SheetRow, SkippedRow } from '../sheet.ts';
import type { SheetSource } from '../source.ts';
import { ownText } from '../text/own-text.ts';
import { guessHeader } from '../table/guess-header.ts';
import { notesOf } from './notes.ts';
import { namedSheet, onlySheet } from './pick-sheet.ts';
import { scanPart } from './read-part.ts';
import { readSharedTexts } from './read-shared-texts.ts';
import { refuseOthers } from './refuse-others.ts';
import { SheetRows } from './sheet-rows.ts';
import { readStyles } from './styles.ts';
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts';
import { openArchive, type Archive } from '../zip/archive.ts';

/** The limit of Excel itself. */
const mostCellCharacters = 32_767;

/**
 * Reads a workbook up to the header of its sheet. Only its shared texts are kept in memory, within a limit.
 * @throws SheetError for a file that is no workbook or is uncertain
 */
export async function openXlsx(source: SheetSource, options: SheetOptions): Promise<Sheet> {
  const limits = limitsOf(options);
  const archive = await openArchive(source, limits);
  await refuseOthers(archive);
  const workbook = await readWorkbook(archive);
  const context = await contextOf(archive, workbook, limits);
  const sheet =
    options.sheetName === undefined
      ? await onlySheet(
          workbook.sheets,
          (each) => holdsData(archive, each, new SheetRows(context, { limits, onProblem: silently })),
          options.onProblem,
        )
      : namedSheet(workbook.sheets, options.sheetName);
  return openRows({
    workbook,
    sheet,
    options,
    handler: new SheetRows(context, { limits, onProblem: options.onProblem }),
    archive,
  });
}

/** Only the sheet that is read reports problems. */
const silently = (): void => undefined;

function limitsOf({ limits }: SheetOptions): SheetLimits {
  const all = { ...sheetLimits, ...limits };
  return { ...all, cellCharacters: Math.min(all.cellCharacters, mostCellCharacters) };
}

async function contextOf(archive: Archive, workbook: Workbook, limits: SheetLimits) {
  const styles = await readStyles(archive, workbook.styles);
  const texts = await readSharedTexts(archive, workbook.sharedTexts, limits);
  return { texts, styles, from1904: workbook.from1904 };
}

/** Reads no further than the first row. */
async function holdsData(archive: Archive, { part }: WorkbookSheet, rows: SheetRows): Promise<boolean> {
  for await (const chunk of chunksOf(archive, part, rows)) if (chunk.length > 0) return true;
  return false;
}

async function* chunksOf(
  archive: Archive,
  part: string,
  rows: SheetRows,
): AsyncGenerator<SheetRow[], void, void> {
  for await (const _ of scanPart(archive, part, rows)) yield rows.take();
  yield rows.take();
}

interface Opening {
  readonly archive: Archive;
  readonly workbook: Workbook;
  readonly sheet: WorkbookSheet;
  readonly options: SheetOptions;
  readonly handler: SheetRows;
}

async function openRows({ archive, workbook, sheet, options, handler }: Opening): Promise<Sheet> {
  const { found, chunks } = await guessHeader(chunksOf(archive, sheet.part, handler), options.headerRow);
  const everyRow = options.onProblem !== undefined;
  const { above, header, below } = await takeHeader(chunks, options.headerRow ?? found?.row);
  const skipped: SkippedRow[] = everyRow ? [] : skippedAbove(above, options, found?.skipped);
  const first = everyRow ? [...above, header, ...below] : below;
  const width = header.cells.length;
  const read = rowsOf(first, chunks);
  const rows = padded(everyRow ? withBlankRows(read) : read, { width, limits: limitsOf(options) });
  const guess = options.headerRow === undefined ? found?.note : undefined;
  const facts: SheetFacts = {
    format: 'xlsx',
    sheetName: sheet.name,
    headerRow: header.number,
    header: header.cells.map(ownText),
    get notes() {
      return [...(guess === undefined ? [] : [guess]), ...notesOf(handler.seen, workbook, sheet)];
    },
    skipped,
  };
  return { facts, rows: everyRow ? rows : withoutTail(rows, { columns: width, skipped }) };
}

function skippedAbove(
  above: readonly SheetRow[],
  { headerRow }: SheetOptions,
  guessed: readonly SkippedRow[] = [],
): SkippedRow[] {
  return headerRow === undefined
    ? [...guessed]
    : above.map(({ number: row }) => ({ row, why: 'above the header' }));
}
