import { asWorkbook, formatError } from '../model/refused-formats.ts';
import { readPart } from '../workbook/read-part.ts';
import { macros } from './workbook.ts';
import { attributesOf } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';

const asTable = 'Copy its table into a sheet, and upload that.';

/** Other zip archives, by a part that identifies them. */
const others: readonly { readonly part: RegExp; readonly name: string; readonly instead: string }[] = [
  { part: /^xl\/workbook\.bin$/u, name: 'a binary Excel workbook (.xlsb)', instead: asWorkbook },
  {
    part: /^content\.xml$/u,
    name: 'an OpenDocument file, but no spreadsheet (.ods) as LibreOffice saves it',
    instead: 'Save its table as .ods or .xlsx, or as CSV.',
  },
  {
    part: /^index(?:\.zip|\/.*\.iwa)$/u,
    name: 'a file of Apple Numbers',
    instead: 'Export it as Excel or CSV, by File and Export To.',
  },
  { part: /^word\//u, name: 'a Word document', instead: asTable },
  { part: /^ppt\//u, name: 'a PowerPoint presentation', instead: asTable },
];

/** @throws SheetError `other_format` that names the kind of file, unless it is a readable workbook */
export async function refuseOthers(archive: Archive): Promise<void> {
  const names = [...archive.names];
  const found = others.find(({ part }) => names.some((name) => part.test(name)));
  if (found !== undefined) throw formatError(found.name, found.instead);
  if (!archive.has('[Content_Types].xml') && !archive.has('xl/workbook.xml'))
    throw formatError('a zip archive', 'Unpack it, and upload each sheet separately.');
  if (names.some((name) => name.endsWith('vbaproject.bin')) || (await hasMacroType(archive))) throw macros();
}

/** Whether the list of content types declares macros. */
async function hasMacroType(archive: Archive): Promise<boolean> {
  let isFound = false;
  if (!archive.has('[Content_Types].xml')) return isFound;
  await readPart(archive, '[Content_Types].xml', {
    open: (tag, raw) => {
      if (tag === 'Override') isFound ||= /macroEnabled/iu.test(attributesOf(raw).get('ContentType') ?? '');
    },
  });
  return isFound;
}
