import { damaged } from '../model/damaged.ts';
import { readPart } from '../workbook/read-part.ts';
import type { WorkbookSheet } from '../workbook/pick-sheet.ts';
import type { Families } from '../xml/scan.ts';
import { prefixedAttributesOf } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';
import { contentPart } from './ods-type.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns:';
export const families: Families = {
  'office:': `${oasis}office:1.0`,
  'table:': `${oasis}table:1.0`,
  'text:': `${oasis}text:1.0`,
  'style:': `${oasis}style:1.0`,
};

/** How deep the sheets are: document, body, spreadsheet. */
export const sheetDepth = 3;

/** What the document states before and about its sheets. All are in one part, so it is read once more for that. */
export interface Content {
  /** `part` is the place of the sheet among the others. */
  readonly sheets: readonly WorkbookSheet[];
  readonly filled: ReadonlySet<WorkbookSheet>;
  /** The names of styles with bold text. */
  readonly bold: ReadonlySet<string>;
}

const most = { sheets: 10_000, styles: 100_000 };

/** @throws SheetError `damaged_workbook` */
export async function readContent(archive: Archive): Promise<Content> {
  const sheets: WorkbookSheet[] = [];
  const filled = new Set<WorkbookSheet>();
  const bold = new Set<string>();
  const hidden = new Set<string>();
  let depth = 0;
  let styles = 0;
  let style = '';
  let current: WorkbookSheet | undefined;

  function open(name: string, raw: string): void {
    depth += 1;
    if (name === 'style:style') {
      styles += 1;
      if (styles > most.styles) throw damaged(`it has more than ${most.styles} styles`);
      style = prefixedAttributesOf(raw).get('style:name') ?? '';
    } else if (name === 'style:text-properties') {
      if (prefixedAttributesOf(raw).get('fo:font-weight') === 'bold') bold.add(style);
    } else if (name === 'style:table-properties') {
      if (prefixedAttributesOf(raw).get('table:display') === 'false') hidden.add(style);
    } else if (name === 'table:table' && depth === sheetDepth + 1) openSheet(raw);
    else if (current !== undefined && name === 'table:table-cell' && raw.includes('value-type'))
      filled.add(current);
  }

  function openSheet(raw: string): void {
    if (sheets.length === most.sheets) throw damaged(`it has more than ${most.sheets} sheets`);
    const attributes = prefixedAttributesOf(raw);
    const isHidden = hidden.has(attributes.get('table:style-name') ?? '');
    current = {
      name: attributes.get('table:name') ?? '',
      hidden: isHidden,
      part: String(sheets.length),
    };
    sheets.push(current);
  }

  function close(): void {
    depth -= 1;
    if (depth === sheetDepth) current = undefined;
  }

  await readPart(archive, contentPart, { open, close, families });
  return { sheets, filled, bold };
}
