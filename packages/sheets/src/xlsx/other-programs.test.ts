import { expect, test } from 'vitest';
import { failureOf, read } from '../testing/sheets.ts';
import { names, oneSheet, row, text, workbook } from '../testing/workbook.ts';
import type { ZipPart } from '../testing/zip.ts';

/** Changes the XML of a part. */
const inPart =
  (part: string, from: string | RegExp, to: string) =>
  (parts: ZipPart[]): ZipPart[] =>
    parts.map((one) => (one.name === part ? { ...one, bytes: String(one.bytes).replaceAll(from, to) } : one));

const evil = text('A3', 'unseen');
const good = names(1, 'A') + row(2, text('A2', 'seen'));

// Excel ignores elements of a namespace that the root names in `mc:Ignorable`, and shows one branch of AlternateContent.
test.each([
  ['a row with another prefix', `<e:row r="3">${evil}</e:row>`],
  ['a row in another namespace', `<row xmlns="urn:e" r="3">${evil}</row>`],
  ['a row in an element with another prefix', `<e:x><row r="3">${evil}</row></e:x>`],
  ['a row in an extension', `<extLst><ext uri="e"><row r="3">${evil}</row></ext></extLst>`],
  [
    'a row in alternate content',
    `<mc:AlternateContent><mc:Fallback><row r="3">${evil}</row></mc:Fallback></mc:AlternateContent>`,
  ],
  ['a cell with another prefix', '<row r="3"><e:c r="A3"><v>1</v></e:c></row>'],
  ['a cell with two values, one with another prefix', '<row r="3"><c r="A3"><e:v>2</e:v><v>1</v></c></row>'],
  ['a cell with a value in an extension', '<row r="3"><c r="A3"><v>1</v><extLst><v>2</v></extLst></c></row>'],
])('%s is refused, since Excel does not show it', async (_what, rows) => {
  const error = await failureOf(oneSheet(good + rows));
  expect(error).toMatchObject({ code: 'damaged_workbook' });
  expect(error.message).toContain('something of another program');
});

test('a shared text with a part of another program is refused', async () => {
  const texts = '<si><t>seen</t><e:t>unseen</e:t></si>';
  const error = await failureOf(oneSheet(names(1, 'A') + row(2, '<c r="A2" t="s"><v>0</v></c>'), { texts }));
  expect(error.message).toContain('something of another program');
});

test('what other programs have beside the rows is passed over', async () => {
  const unseen = `</sheetData><e:sheetData><row r="3">${evil}</row></e:sheetData><extLst><sheetData><row r="4"><c r="A4"><v>1</v></c></row></sheetData></extLst>`;
  const bytes = oneSheet(good, { change: inPart('xl/worksheets/sheet1.xml', '</sheetData>', unseen) });
  expect((await read(bytes)).rows).toEqual([[2, 'seen']]);
});

test('attributes with another prefix change nothing', async () => {
  const sheets = [{ rows: good }, { rows: names(1, 'A') + row(2, evil.replace('A3', 'A2')) }];
  const change = inPart('xl/workbook.xml', 'sheetId="2"', 'sheetId="2" e:state="visible" state="hidden"');
  expect((await read(workbook({ sheets, change }))).rows).toEqual([[2, 'seen']]);
  const swapped = inPart('xl/workbook.xml', 'r:id="rId1"', 'e:id="rId2" r:id="rId1"');
  expect(await failureOf(workbook({ sheets, change: swapped }))).toMatchObject({ code: 'damaged_workbook' });
});

test.each([
  ['two workbooks', '_rels/.rels', '<Relationship Id="rId9" Type="x/officeDocument" Target="xl/other.xml"/>'],
  [
    'two sheets under one id',
    'xl/_rels/workbook.xml.rels',
    '<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet2.xml"/>',
  ],
])('%s are refused, since programs differ in which one they show', async (_what, part, relation) => {
  const change = inPart(part, '</Relationships>', `${relation}</Relationships>`);
  const error = await failureOf(workbook({ sheets: [{ rows: good }, { rows: good }], change }));
  expect(error.message).toContain('two of its parts have the same role');
});

test('a workbook may have a prefix everywhere, as the libraries of Microsoft write it', async () => {
  const change = (parts: ZipPart[]) =>
    inPart(
      'xl/worksheets/sheet1.xml',
      /<(\/?)(?=[a-z])/gu,
      '<$1x:',
    )(parts).map((one) => ({
      ...one,
      bytes: String(one.bytes).replace('<x:worksheet xmlns=', '<x:worksheet xmlns:x='),
    }));
  expect((await read(oneSheet(good, { change }))).rows).toEqual([[2, 'seen']]);
});

test('rows without height and columns without width are named as hidden', async () => {
  const rows = `${names(1, 'A', 'B')}<row r="2" ht="0" customHeight="1">${text('A2', 'x')}${text('B2', 'y')}</row>`;
  const change = inPart(
    'xl/worksheets/sheet1.xml',
    '<sheetData>',
    '<cols><col min="2" max="2" width="0"/></cols><sheetData>',
  );
  const { facts } = await read(oneSheet(rows, { change }));
  expect(facts.notes).toEqual([
    '1 row is hidden or filtered out, and read too.',
    '1 column is hidden, and read too.',
  ]);
});
