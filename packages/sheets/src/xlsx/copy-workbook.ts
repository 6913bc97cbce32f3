import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { OutputRow, SheetEdit } from '../model/sheet.ts';
import { mostColumns } from '../workbook/size.ts';
import type { WorkbookSheet } from '../workbook/pick-sheet.ts';
import { scanPart } from '../workbook/read-part.ts';
import type { Archive } from '../zip/archive.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { rangeOf } from './preview.ts';
import type { CellContext } from './cell-text.ts';
import type { Workbook } from './workbook.ts';
import { filter, frameParts, frozen, sheetPart, sheetStart } from './write/parts.ts';
import { copiedRow, type CopyContext, type RowEdit } from './copy-rows.ts';
import { RawRows, type SheetLook } from './raw-rows.ts';
import { copiedStyles } from './copied-styles.ts';

export interface Original {
  readonly archive: Archive;
  readonly workbook: Workbook;
  /** The sheet that is changed. */
  readonly sheet: WorkbookSheet;
  readonly texts: CellContext['texts'];
  readonly limits: SheetLimits;
}

/** By what the archive states: a part that is larger than that cannot be read. */
export function isCopyTooLarge({ archive, workbook, sheet, limits }: Omit<Original, 'texts'>): boolean {
  const others = [
    ...workbook.sheets.filter((each) => each !== sheet).map(({ part }) => part),
    workbook.theme,
  ];
  const bytes = others.reduce((sum, part = '') => sum + archive.sizeOf(part), 0);
  return bytes > limits.copiedBytes || !archive.budget.takes(bytes);
}

type Pieces = AsyncGenerator<Uint8Array, void, void>;

/**
 * A workbook with all its sheets, values, formats, widths and merged cells, and with new columns in one sheet. Formulas become their
 * results. Everything else is left out: links to other files, pictures, comments, rules, and names.
 * @returns undefined for styles that cannot be copied
 */
export async function copyWorkbook(original: Original, edit: SheetEdit): Promise<Pieces | undefined> {
  const { archive, workbook } = original;
  const { styles: part } = workbook;
  if (part === undefined || archive.sizeOf(part) > mostStyleBytes) return undefined;
  const styles = copiedStyles(await textOf(archive, part));
  if (styles === undefined) return undefined;
  const context = { styles, texts: original.texts, guards: false };
  return pieces(original, edit, context);
}

/** More than any program writes. */
const mostStyleBytes = 32 * 1024 * 1024;

async function textOf(archive: Archive, part: string): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of archive.read(part)) all.push(piece);
  return Buffer.concat(all)
    .toString('utf8')
    .replace(/^\ufeff/u, '');
}

async function* pieces(
  { archive, workbook, sheet, limits }: Original,
  edit: SheetEdit,
  context: CopyContext,
): Pieces {
  const { sheets, sharedTexts, theme, from1904 } = workbook;
  const copied = { sharedStrings: sharedTexts, theme };
  const targets = { sharedStrings: 'sharedStrings.xml', theme: 'theme/theme1.xml' } as const;
  const kinds = (['sharedStrings', 'theme'] as const).filter(
    (kind) => copied[kind] && archive.has(copied[kind]),
  );
  const zip = zipStream();
  const frame = {
    styles: context.styles.xml,
    from1904,
    active: sheets.indexOf(sheet),
    more: Object.fromEntries(kinds.map((kind) => [kind, targets[kind]])),
  };
  for (const [name, text] of frameParts(sheets, frame)) yield zip.part(name, text);
  for (const kind of kinds) {
    yield zip.open(`xl/${targets[kind]}`);
    for await (const bytes of archive.read(copied[kind] ?? '')) yield zip.write(bytes);
    yield zip.close();
  }
  for (const [index, each] of sheets.entries()) {
    yield zip.open(sheetPart(index));
    const own = each === sheet ? edit : undefined;
    // A copy that is dropped again loses the quotes that a result sheet adds.
    const guards = own?.replaced === 0;
    for await (const xml of sheetXml({ archive, part: each.part, limits }, { ...context, guards }, own))
      yield zip.write(Buffer.from(xml));
    yield zip.close();
  }
  yield zip.end();
}

interface SheetSource {
  readonly archive: Archive;
  readonly part: string;
  readonly limits: SheetLimits;
}

async function* sheetXml(
  source: SheetSource,
  context: CopyContext,
  edit?: SheetEdit,
): AsyncGenerator<string, void, void> {
  const raw = new RawRows(source.limits);
  const added = addedRows(edit);
  let isBegun = false;
  let last = 0;
  try {
    for await (const rows of storedRows(source, raw)) {
      let xml = isBegun ? '' : headXml(raw.look, context, edit);
      isBegun = true;
      for (const row of rows) {
        last = row.number;
        const change = await added.of(row.number);
        xml +=
          change === 'blank' ? copiedRow({ ...row, cells: [] }, context) : copiedRow(row, context, change);
      }
      yield xml;
    }
  } finally {
    await added.close();
  }
  yield `${isBegun ? '' : headXml(raw.look, context, edit)}</sheetData>${footXml(raw.look, last, edit)}</worksheet>`;
}

/** A sheet that is damaged further down ends there: what was read of it is there. */
async function* storedRows({ archive, part }: SheetSource, raw: RawRows) {
  try {
    for await (const _ of scanPart(archive, part, raw)) {
      const rows = raw.take();
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
  }
  yield raw.take();
}

/** What becomes of each row: new cells beside the header and data, nothing above, and blanks for the rows that are left out. */
function addedRows(edit: SheetEdit | undefined) {
  const chunks = edit?.rows[Symbol.asyncIterator]();
  let waiting: readonly OutputRow[] = [];
  let at = 0;

  async function of(number: number): Promise<RowEdit | 'blank' | undefined> {
    if (edit === undefined || number < edit.headerRow) return undefined;
    const { width, replaced, names } = edit;
    if (number === edit.headerRow) return { width, replaced, cells: names, isHeader: true };
    for (;;) {
      const next = waiting[at];
      if (next !== undefined && next.number > number) break;
      if (next?.number === number) return { width, replaced, cells: next.cells, isFailed: next.isFailed };
      at += 1;
      if (at < waiting.length) continue;
      const chunk = await chunks?.next();
      if (chunk === undefined || chunk.done) break;
      [waiting, at] = [chunk.value, 0];
    }
    return 'blank';
  }

  return { of, close: async () => void (await chunks?.return?.()) };
}

const newWidth = 28;

function headXml(look: SheetLook, { styles }: CopyContext, edit: SheetEdit | undefined): string {
  const mostKept = edit?.width ?? mostColumns;
  const columns = look.columns.flatMap((column) => {
    const [from, to] = [Number(column.get('min')), Math.min(Number(column.get('max')), mostKept)];
    if (!(from >= 1 && from <= to)) return [];
    const width = Number(column.get('width') ?? NaN);
    const style = column.get('style');
    const isHidden = column.get('hidden') === '1' || column.get('hidden') === 'true';
    const shown = `${width >= 0 ? ` width="${width}" customWidth="1"` : ''}${style === undefined ? '' : ` style="${styles.of(Number(style), false)}"`}${isHidden ? ' hidden="1"' : ''}`;
    return [`<col min="${from}" max="${to}"${shown}/>`];
  });
  if (edit !== undefined)
    columns.push(
      `<col min="${edit.width + 1}" max="${edit.width + edit.names.length}" width="${newWidth}" style="${styles.text(false)}" customWidth="1"/>`,
    );
  const all = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return sheetStart(`${frozen(edit?.headerRow ?? 0, look.isRightToLeft)}${all}`);
}

function footXml(look: SheetLook, last: number, edit: SheetEdit | undefined): string {
  const merges = look.merges.filter((reference) => {
    const range = rangeOf(reference);
    return (
      range !== undefined &&
      (edit === undefined || range.right <= edit.width || range.bottom < edit.headerRow)
    );
  });
  const merged =
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((reference) => `<mergeCell ref="${reference}"/>`).join('')}</mergeCells>`;
  return `${edit === undefined ? '' : filter(edit.width + edit.names.length, edit.headerRow, last)}${merged}`;
}
