import { FileBudget } from '../model/file-budget.ts';
import { padded, withBlankRows } from '../table/widths.ts';
import { filledMerges } from '../table/fill-merged.ts';
import { openTable } from '../table/open-table.ts';
import type { SheetLimits } from '../model/limits.ts';
import type { Sheet, SheetFacts, SheetOptions, SheetRow } from '../model/sheet.ts';
import type { SheetSource } from '../model/source.ts';
import { previewOf } from '../table/preview-of.ts';
import { allMerges, withHints } from './preview.ts';
import { limitsOf } from '../workbook/size.ts';
import { notesOf } from '../workbook/notes.ts';
import { openInSheet } from '../workbook/in-sheet.ts';
import { namedSheet, onlySheet, type WorkbookSheet } from '../workbook/pick-sheet.ts';
import { scanPart } from '../workbook/read-part.ts';
import { copyWorkbook, isCopyTooLarge } from './copy-workbook.ts';
import type { SharedTexts } from './shared-texts.ts';
import { readSharedTexts } from './read-shared-texts.ts';
import { refuseOthers } from './refuse-others.ts';
import { SheetRows } from './sheet-rows.ts';
import { readStyles } from './styles.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { openArchive, type Archive } from '../zip/archive.ts';

/**
 * Reads a workbook up to the header of its sheet. Only its shared texts are kept in memory, within a limit.
 * @param openOther opens an archive of another format, if it is one
 * @throws SheetError for a file that is no workbook or is uncertain
 */
export async function openXlsx(
  source: SheetSource,
  options: SheetOptions,
  openOther?: (archive: Archive) => Promise<Sheet | undefined>,
): Promise<Sheet> {
  const limits = limitsOf(source.bytes, options);
  const archive = await openArchive(source, limits);
  const other = archive.has('META-INF/manifest.xml') ? await openOther?.(archive) : undefined;
  if (other !== undefined) return other;
  await refuseOthers(archive);
  const workbook = await readWorkbook(archive);
  const { budget } = archive;
  const context = await contextOf(archive, workbook, limits);
  const sheet =
    options.sheetName === undefined
      ? await onlySheet(
          workbook.sheets,
          (each) => {
            // A look at a sheet takes no text from that which is read.
            const look = { limits, budget: new FileBudget(source.bytes, limits), onProblem: silently };
            return holdsData(archive, each, new SheetRows(context, look));
          },
          options.onProblem,
        )
      : namedSheet(workbook.sheets, options.sheetName);
  return openInSheet(sheet.name, options, (named) =>
    openRows({
      workbook,
      sheet,
      options: named,
      limits,
      handler: new SheetRows(context, { limits, budget, onProblem: named.onProblem, hidden: named.hidden }),
      archive,
      texts: context.texts,
    }),
  );
}

/** Only the sheet that is read reports problems. */
const silently = (): void => undefined;

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
  readonly limits: SheetLimits;
  readonly handler: SheetRows;
  readonly texts: SharedTexts;
}

async function openRows({ workbook, sheet, options, limits, ...opening }: Opening): Promise<Sheet> {
  const { archive, handler, texts } = opening;
  const { part } = sheet;
  const { preview, chunks } = await previewOf(chunksOf(archive, part, handler));
  const hinted = await withHints(preview, { archive, part, knows: options.knows });
  const { headerCells: _header, above, rows, ...table } = await openTable(hinted, chunks, options);
  const shown =
    options.merged === 'fill'
      ? filledMerges(rows, {
          merges: await allMerges(archive, part),
          width: table.header.length,
          budget: archive.budget,
        })
      : rows;
  const read = options.onProblem === undefined ? shown : withBlankRows(shown);
  const facts: SheetFacts = {
    format: 'xlsx',
    sheetName: sheet.name,
    ...table,
    get notes() {
      return notesOf(handler.seen, { ...options, sheets: workbook.sheets, sheet });
    },
  };
  return {
    facts,
    above,
    rows: padded(read, { width: table.header.length, limits }),
    mayBeDamaged: () => handler.seen.damage,
    storesNumbers: (column) => handler.seen.numbers.has(column + 1),
    ...(isCopyTooLarge({ archive, workbook, sheet, limits })
      ? { tooLargeToCopy: true }
      : { copy: (edit) => copyWorkbook({ archive, workbook, sheet, texts, limits }, edit) }),
  };
}
