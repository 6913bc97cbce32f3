import { SheetError } from '../sheet-error.ts';

/** What people also drop, by its first bytes. */
const formats: readonly { readonly name: string; readonly start: string }[] = [
  { name: 'an Excel workbook, an OpenDocument sheet or another zip archive', start: 'PK\u0003\u0004' },
  { name: 'an old Excel workbook (.xls) or an encrypted one', start: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1' },
  { name: 'a gzip archive', start: '\u001f\u008b' },
  { name: 'a PDF', start: '%PDF-' },
  { name: 'a PNG picture', start: '\u0089PNG' },
  { name: 'a JPEG picture', start: '\u00ff\u00d8\u00ff' },
];

/** @throws SheetError `format`, with the name of what it is */
export function refuseOtherFormats(firstBytes: Buffer): void {
  const start = firstBytes.toString('latin1', 0, 8);
  const found = formats.find((format) => start.startsWith(format.start));
  if (found === undefined) return;
  throw new SheetError({
    code: 'format',
    what: `the file is ${found.name}`,
    expected: 'a text file with one row a line; save the sheet as "CSV UTF-8"',
  });
}
