import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import { limitsOf } from '../workbook/size.ts';
import { notesOf } from '../workbook/notes.ts';
import { openInSheet } from '../workbook/in-sheet.ts';
import { namedSheet, onlySheet, type WorkbookSheet } from '../workbook/pick-sheet.ts';
import { previewOf } from '../table/preview-of.ts';
import { scanPart } from '../workbook/read-part.ts';
import type { Sheet, SheetFacts, SheetOptions, SheetRow } from '../model/sheet.ts';
import type { SheetSource } from '../model/source.ts';
import { filledMerges } from '../table/fill-merged.ts';
import { openTable } from '../table/open-table.ts';
import { padded, withBlankRows } from '../table/widths.ts';
import { openArchive, type Archive } from '../zip/archive.ts';
import { readContent } from './content.ts';
import { readManifest } from './manifest.ts';
import { contentPart } from './ods-type.ts';
import { OdsRows } from './ods-rows.ts';

/**
 * Reads an OpenDocument spreadsheet up to the header of its sheet, in constant memory.
 * @throws SheetError for a file that is none or is uncertain
 */
export async function openOds(source: SheetSource, options: SheetOptions): Promise<Sheet> {
  const limits = limitsOf(source.bytes, options);
  const archive = await openArchive(source, limits);
  return openOdsArchive({ archive, limits, manifest: await readManifest(archive) }, options);
}

/** Many programs write the type of the archive not in front, so that only its manifest shows it. */
export async function openIfOds(
  archive: Archive,
  source: SheetSource,
  options: SheetOptions,
): Promise<Sheet | undefined> {
  const manifest = await readManifest(archive);
  const limits = limitsOf(source.bytes, options);
  return manifest.isSpreadsheet ? openOdsArchive({ archive, limits, manifest }, options) : undefined;
}

interface OdsArchive extends Pick<Opening, 'archive' | 'limits'> {
  readonly manifest: Awaited<ReturnType<typeof readManifest>>;
}

async function openOdsArchive(
  { archive, limits, manifest }: OdsArchive,
  options: SheetOptions,
): Promise<Sheet> {
  if (manifest.isEncrypted) throw new SheetError({ code: 'with_password' });
  const content = await readContent(archive);
  const { sheetName, onProblem } = options;
  const { sheets, filled } = content;
  const sheet =
    sheetName === undefined
      ? await onlySheet(sheets, (each) => Promise.resolve(filled.has(each)), onProblem)
      : namedSheet(sheets, sheetName);
  return openInSheet(sheet.name, options, (named) => openRows({ archive, limits, content, sheet }, named));
}

interface Opening {
  readonly archive: Archive;
  readonly limits: SheetLimits;
  readonly content: Awaited<ReturnType<typeof readContent>>;
  readonly sheet: WorkbookSheet;
}

async function openRows({ archive, limits, content, sheet }: Opening, options: SheetOptions): Promise<Sheet> {
  const { budget } = archive;
  const { onProblem } = options;
  const { sheets, bold } = content;
  const { hidden, merged } = options;
  const handler = new OdsRows({
    ...{ limits, budget, sheet: Number(sheet.part), bold, onProblem, hidden },
    keepsMerges: merged === 'fill',
  });
  const { preview, chunks } = await previewOf(chunksOf(archive, handler));
  const merges = handler.merges.length === 0 ? undefined : handler.merges;
  const {
    headerCells: _header,
    above,
    rows,
    ...table
  } = await openTable({ ...preview, merges }, chunks, options);
  const facts: SheetFacts = {
    format: 'ods',
    sheetName: sheet.name,
    ...table,
    get notes() {
      return notesOf(handler.seen, { ...options, sheets, sheet });
    },
  };
  const shown =
    merged === 'fill'
      ? filledMerges(rows, { merges: handler.merges, width: table.header.length, budget })
      : rows;
  const read = onProblem === undefined ? shown : withBlankRows(shown);
  return {
    facts,
    above,
    rows: padded(read, { width: table.header.length, limits }),
    mayBeDamaged: () => handler.seen.damage,
    storesNumbers: (column) => handler.seen.numbers.has(column + 1),
  };
}

async function* chunksOf(archive: Archive, rows: OdsRows): AsyncGenerator<SheetRow[], void, void> {
  for await (const _ of scanPart(archive, contentPart, rows)) yield rows.take();
  yield rows.take();
}
