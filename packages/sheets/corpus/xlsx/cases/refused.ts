import type { Case } from '../case.ts';
import { names, number, oneSheet, row } from '../workbook.ts';
import { zipOf, type ZipPart } from '../zip.ts';

const rows = names(1, 'A') + row(2, number('A2', 1));
const sheet = 'xl/worksheets/sheet1.xml';

const onSheet = (change: (part: ZipPart) => ZipPart) => ({
  change: (parts: ZipPart[]) => parts.map((part) => (part.name === sheet ? change(part) : part)),
});

const archive = (...parts: readonly (readonly [name: string, bytes: string])[]) =>
  zipOf(parts.map(([name, bytes]) => ({ name, bytes })));

const others: readonly Case[] = [
  {
    name: 'macros',
    says: 'A workbook with macros.',
    bytes: oneSheet(rows, { more: [{ name: 'xl/vbaProject.bin', bytes: 'x' }] }),
    expected: { error: 'format', message: 'with macros (.xlsm)' },
  },
  {
    name: 'macros-said',
    says: 'A workbook that only says that it has macros.',
    bytes: oneSheet(rows, { contentType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
    expected: { error: 'format', message: 'with macros (.xlsm)' },
  },
  {
    name: 'binary-workbook',
    says: 'A binary workbook.',
    bytes: archive(['[Content_Types].xml', '<Types/>'], ['xl/workbook.bin', 'x']),
    expected: { error: 'format', message: 'a binary Excel workbook (.xlsb)' },
  },
  {
    name: 'opendocument',
    says: 'What LibreOffice saves by default.',
    bytes: archive(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml', '<x/>']),
    expected: { error: 'format', message: 'an OpenDocument file (.ods)' },
  },
  {
    name: 'apple-numbers',
    says: 'A file of Apple Numbers.',
    bytes: archive(['Index/Document.iwa', 'x'], ['Metadata/Properties.plist', 'x']),
    expected: { error: 'format', message: 'a file of Apple Numbers' },
  },
  {
    name: 'word-document',
    says: 'A Word document.',
    bytes: archive(['[Content_Types].xml', '<Types/>'], ['word/document.xml', '<x/>']),
    expected: { error: 'format', message: 'a Word document' },
  },
  {
    name: 'zip-archive',
    says: 'Sheets in an archive.',
    bytes: archive(['a.csv', 'A\n1\n'], ['b.csv', 'A\n2\n']),
    expected: { error: 'format', message: 'a zip archive. Expected: the sheet in it' },
  },
  {
    name: 'old-workbook',
    says: 'An old .xls, or a workbook with a password: both begin alike.',
    bytes: Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(504)]),
    expected: {
      error: 'format',
      message: 'an old Excel workbook (.xls), or one that is protected by a password',
    },
  },
  {
    name: 'web-page',
    says: 'A web page that is named .xls, as old systems export.',
    bytes: Buffer.from(
      '\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>A</td></tr></table>',
    ),
    expected: { error: 'format', message: 'a web page' },
  },
  {
    name: 'xml-spreadsheet-2003',
    says: 'The XML of Excel 2003.',
    bytes: Buffer.from(
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ),
    expected: { error: 'format', message: 'an "XML Spreadsheet 2003"' },
  },
];

const harmful: readonly Case[] = [
  {
    name: 'document-type',
    says: 'A document type with entities that would grow without end.',
    bytes: oneSheet(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData/></worksheet>`,
    ),
    expected: { error: 'damaged', message: 'declares a document type' },
  },
  {
    name: 'unknown-entity',
    says: 'An entity that XML does not know.',
    bytes: oneSheet(names(1, 'A') + row(2, '<c r="A2" t="inlineStr"><is><t>&file;</t></is></c>')),
    expected: { error: 'damaged', message: 'an entity that XML does not know' },
  },
  {
    name: 'larger-than-it-says',
    says: 'A part that unpacks to more than it says.',
    bytes: oneSheet(
      rows,
      onSheet((part) => ({ ...part, deflated: true, says: { bytes: 100 } })),
    ),
    expected: { error: 'damaged', message: 'is larger than it says' },
  },
  {
    name: 'zip-bomb',
    says: 'Twenty megabytes of blanks in twenty kilobytes.',
    bytes: oneSheet(
      rows,
      onSheet((part) => ({ ...part, deflated: true, bytes: String(part.bytes) + ' '.repeat(20_000_000) })),
    ),
    expected: { error: 'too_many_bytes', message: 'times its size' },
  },
  {
    name: 'giant-cell',
    says: 'A cell with more text than Excel allows.',
    bytes: oneSheet(
      names(1, 'A') + row(2, `<c r="A2" t="inlineStr"><is><t>${'x'.repeat(40_000)}</t></is></c>`),
      onSheet((part) => ({ ...part, deflated: true })),
    ),
    expected: { error: 'cell_too_long', row: 2, column: 1, message: 'at most 32767 characters' },
  },
  {
    name: 'beyond-the-last-column',
    says: 'A cell in a column that no sheet has.',
    bytes: oneSheet(names(1, 'A') + row(2, number('XFE2', 1))),
    expected: { error: 'damaged', message: 'a cell stands where no sheet has one' },
  },
  {
    name: 'path-outside',
    says: 'A part whose name leads out of the archive.',
    bytes: oneSheet(rows, { more: [{ name: '../../etc/passwd', bytes: 'x' }] }),
    expected: { error: 'damaged', message: 'the table of contents of its archive is wrong' },
  },
  {
    name: 'twin-parts',
    says: 'Two parts of one name: one program would read the first, another the second.',
    bytes: oneSheet(rows, { more: [{ name: sheet.toUpperCase(), bytes: 'x' }] }),
    expected: { error: 'damaged', message: 'two of its parts have the same name' },
  },
  {
    name: 'encrypted-part',
    says: 'A part that the archive says is encrypted.',
    bytes: oneSheet(
      rows,
      onSheet((part) => ({ ...part, deflated: true, says: { flags: 1 } })),
    ),
    expected: { error: 'format', message: 'protected by a password' },
  },
];

const broken: readonly Case[] = [
  {
    name: 'cut-off',
    says: 'A download that broke off.',
    bytes: oneSheet(rows).subarray(0, 900),
    expected: { error: 'damaged', message: 'it is cut off' },
  },
  {
    name: 'wrong-checksum',
    says: 'A part that is not what was packed.',
    bytes: oneSheet(
      rows,
      onSheet((part) => ({ ...part, says: { sum: 1 } })),
    ),
    expected: { error: 'damaged', message: 'is not what was packed' },
  },
  {
    name: 'xml-cut-off',
    says: 'A sheet that ends in the midst of its rows.',
    bytes: oneSheet(`<?xml version="1.0"?><worksheet><sheetData>${rows}<row r="3"><c r="A3"><v>1`),
    expected: { error: 'damaged', message: 'sheet1.xml is cut off' },
  },
  {
    name: 'tags-crossed',
    says: 'Tags that are not closed in order.',
    bytes: oneSheet(
      `<?xml version="1.0"?><worksheet><sheetData>${names(1, 'A')}<row r="2"><c r="A2"><v>1</c></v></row></sheetData></worksheet>`,
    ),
    expected: { error: 'damaged', message: 'do not match' },
  },
  {
    name: 'unknown-packing',
    says: 'A part that is packed in a way of which only few programs know.',
    bytes: oneSheet(
      rows,
      onSheet((part) => ({ ...part, says: { method: 93 } })),
    ),
    expected: { error: 'damaged', message: 'packed in the unknown way 93' },
  },
  {
    name: 'missing-sheet',
    says: 'The part of the sheet is missing.',
    bytes: oneSheet(rows, { change: (parts) => parts.filter(({ name }) => name !== sheet) }),
    expected: { error: 'damaged', message: 'its part xl/worksheets/sheet1.xml is missing' },
  },
];

export const refused: readonly Case[] = [...others, ...harmful, ...broken];
