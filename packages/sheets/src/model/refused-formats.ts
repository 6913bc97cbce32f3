import { SheetError } from './sheet-error.ts';

/** How many bytes are needed to recognize a file. */
export const headBytes = 4096;

interface Refused {
  readonly name: string;
  /** A sentence. */
  readonly instead: string;
}

export const asWorkbook = 'Open it, and save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8".';
export const asSheet = 'Upload a sheet: CSV, or an Excel workbook (.xlsx).';
const unpacked = 'Unpack it, and upload the sheet in it.';
const repacked = 'Unpack it, and upload the sheet in it as it is or as gzip.';

/** Formats that begin with their own signature. */
const marked: readonly (Refused & { readonly start: string })[] = [
  { name: 'an empty zip archive', start: 'PK\u0005\u0006', instead: asSheet },
  {
    name: 'an old Excel workbook (.xls), or one that is protected by a password',
    start: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
    instead: 'Open it, and save it as "Excel Workbook (.xlsx)" without a password.',
  },
  { name: 'an old Excel workbook (.xls)', start: '\u0009\u0008\u0010\u0000', instead: asWorkbook },
  { name: 'an old Excel workbook (.xls)', start: '\u0009\u0004\u0006\u0000', instead: asWorkbook },
  { name: 'a PDF', start: '%PDF-', instead: 'Upload the sheet that it was made from, as CSV or .xlsx.' },
  { name: 'a document in Rich Text Format', start: '{\\rtf', instead: asSheet },
  { name: 'a PNG picture', start: '\u0089PNG', instead: asSheet },
  { name: 'a JPEG picture', start: '\u00ff\u00d8\u00ff', instead: asSheet },
  { name: 'a GIF picture', start: 'GIF8', instead: asSheet },
  { name: 'a 7-Zip archive', start: '7z\u00bc\u00af', instead: unpacked },
  { name: 'a RAR archive', start: 'Rar!\u001a\u0007', instead: unpacked },
  { name: 'a bzip2 archive', start: 'BZh', instead: repacked },
  { name: 'a Zstandard archive', start: '\u0028\u00b5\u002f\u00fd', instead: repacked },
  { name: 'an xz archive', start: '\u00fd7zXZ\u0000', instead: repacked },
  { name: 'a Parquet file', start: 'PAR1', instead: asSheet },
  { name: 'an SQLite database', start: 'SQLite format 3\u0000', instead: 'Export a table of it as CSV.' },
];

/** Formats that are text, but not rows. */
const textual: readonly (Refused & { readonly begin: RegExp })[] = [
  {
    name: 'a web page, though perhaps named .xls',
    begin:
      /^<(?:!doctype\s+html|html|head|meta|body|table|style|script|title|link|div|p|h[1-6]|center|font|span)[\s>]/iu,
    instead: asWorkbook,
  },
  {
    name: 'an "XML Spreadsheet 2003", though perhaps named .xls',
    begin: /^<\?xml[^]*<(?:ss:)?Workbook\b/u,
    instead: asWorkbook,
  },
  {
    name: 'a flat OpenDocument spreadsheet (.fods)',
    begin: /^<\?xml[^]*<office:document\b/u,
    instead: 'Open it in LibreOffice, and save it as .ods.',
  },
  { name: 'an XML document', begin: /^<\?xml\s/u, instead: asSheet },
];

/** @throws SheetError `other_format`, with the name of what the file is and what to do */
export function refuseForeign(head: Buffer): void {
  const start = head.toString('latin1');
  const text = start
    .replaceAll('\0', '')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*/u, '');
  const found =
    marked.find((format) => start.startsWith(format.start)) ??
    textual.find((format) => format.begin.test(text));
  if (found !== undefined) throw formatError(found.name, found.instead);
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** @param instead a sentence */
export function formatError(kind: string, instead: string): SheetError {
  return new SheetError({ code: 'other_format', kind, instead });
}
