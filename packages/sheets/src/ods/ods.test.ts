import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadsheet, table, td, tr } from '../testing/ods.ts';
import { openSheet } from '../open/open-sheet.ts';
import { readingOf } from '../testing/reading.ts';
import { failureOf, read, sourceOf } from '../testing/sheets.ts';

const names = tr(td('Name') + td('Value'));
const cell = (attributes: string, shown = '') =>
  `<table:table-cell ${attributes}>${shown === '' ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;

/** What is read of a cell. */
async function valueOf(xml: string): Promise<unknown> {
  const { rows, error } = await read(spreadsheet({ tables: table(names + tr(td('a') + xml)) }));
  if (error !== undefined) throw error;
  return rows[0]?.[2];
}

const typed = (type: string, value: string) => `office:value-type="${type}" office:value="${value}"`;

test.each([
  [cell(typed('float', '1234.5'), '1.234,50'), '1234.50'],
  [cell(typed('float', '0.30000000000000004'), '0.3'), '0.3'],
  [cell(typed('float', '1.5E+20'), '1.5E+20'), '150000000000000000000'],
  [cell(typed('float', '123'), '00123'), '00123'],
  [cell(typed('float', '123456789'), '123-45-6789'), '123-45-6789'],
  [cell(typed('float', '-7'), '(7)'), '-7'],
  [cell(typed('float', '1234'), '1 234'), '1234'],
  [cell(typed('float', '42'), 'ID-0042'), 'ID-0042'],
  [cell(typed('float', '1'), 'WAHR'), 'TRUE'],
  [
    cell('office:value-type="date" office:date-value="2026-01-31T09:30:00"', '31.01.26 09.30'),
    '2026-01-31T09:30:00',
  ],
  ['<table:table-cell table:formula="of:=X"><text:p/></table:table-cell>', ''],
  [cell(typed('percentage', '0.125'), '12.5 %'), '12.5%'],
  [cell(typed('currency', '1234.5'), '1.234,50 €'), '1234.50'],
  [cell(typed('currency', '1234'), '$1,234'), '1234'],
  [cell('office:value-type="date" office:date-value="2026-01-31"', '31.01.26'), '2026-01-31'],
  [cell('office:value-type="date" office:date-value="2026-01-31T09:30:00"', '31.01.26'), '2026-01-31'],
  [cell('office:value-type="date" office:date-value="2026-01-31T00:00:00"'), '2026-01-31'],
  [cell('office:value-type="time" office:time-value="PT26H05M09.250S"', '02:05'), '26:05:09.25'],
  [cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'), 'TRUE'],
  [cell("office:value-type='string'", 'a &amp; b'), 'a & b'],
  [cell('office:value-type="string" office:string-value="kept"'), 'kept'],
  [cell('office:value-type="string" calcext:value-type="error"', '#N/A'), '#N/A'],
  [cell('office:value-type="float" office:value="0" table:formula="of:=X"', 'Err:508'), 'Err:508'],
  [
    td(
      'a  \n b<text:s text:c="2"/>c<text:tab/>d<text:line-break/>e</text:p><text:p>f<text:span> g</text:span>',
    ),
    'a b  c\td\ne\nf g',
  ],
  [td('a</text:p><office:annotation><text:p>no</text:p></office:annotation><text:p>b'), 'a\nb'],
])('the cell %s is read as %j', async (xml, text) => {
  expect(await valueOf(xml)).toBe(text);
});

test.each([
  [
    cell(typed('float', 'x')),
    'row 2, column B: The workbook is damaged: this cell has no value of its type float',
  ],
  [
    cell('office:value-type="date" office:date-value="soon"'),
    'row 2, column B: The workbook is damaged: this cell has no value of its type date',
  ],
  [cell('table:formula="of:=1"'), 'The result of this formula was not saved'],
  ['<table:table-cell table:number-columns-repeated="-1"/>', 'cannot be read'],
])('the cell %s is refused with its place', async (xml, message) => {
  await expect(valueOf(xml)).rejects.toThrow(message);
});

describe('rows and sheets', () => {
  const hidden = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';

  test('repeated, covered, hidden and blank ones are read as a person sees them, with notes', async () => {
    const rows = [
      names,
      tr('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="2"'),
      tr(
        td('a', ' table:number-columns-spanned="2"') +
          '<table:covered-table-cell office:value-type="string"><text:p>x</text:p></table:covered-table-cell>',
      ),
      tr(
        td('b', ' table:number-columns-repeated="2"'),
        ' table:number-rows-repeated="3" table:visibility="collapse"',
      ),
      tr('<table:table-cell/>', ' table:number-rows-repeated="1048570"'),
    ];
    const { facts, rows: found } = await read(
      spreadsheet({ tables: table(`<table:table-header-rows>${rows.join('')}</table:table-header-rows>`) }),
    );
    expect(found).toEqual([[4, 'a', ''], [5, 'b', 'b'], [6, 'b', 'b'], [7, 'b', 'b']]); // prettier-ignore
    expect(facts).toMatchObject({ format: 'ods', sheetName: 'Sheet1', headerRow: 1 });
    expect(facts.notes).toEqual([
      '3 rows are hidden or filtered out, and read too.',
      expect.stringContaining('merged in 1 place'),
    ]);
  });

  test('the only visible sheet with data is read, or the one that is named', async () => {
    const sheet = (name: string, style = '') =>
      table(names + tr(td(name) + td('x')), name, ` table:style-name="${style}"`);
    const links = `<table:dde-links><table:dde-link>${sheet('dde')}</table:dde-link></table:dde-links>`;
    const bytes = spreadsheet({
      styles: hidden,
      tables: table('', 'empty') + sheet('a', 'h') + sheet('b') + links,
    });
    const { facts, rows } = await read(bytes);
    expect([facts.sheetName, rows]).toEqual(['b', [[2, 'b', 'x']]]);
    expect(facts.notes).toEqual(['Hidden sheets were not read: "a".']);
    expect((await read(bytes, { sheetName: 'A' })).rows).toEqual([[2, 'a', 'x']]);
    const two = spreadsheet({ tables: sheet('a') + sheet('b') });
    expect(await failureOf(two)).toMatchObject({ code: 'which_sheet' });
    expect(await failureOf(spreadsheet({ tables: table('') }))).toMatchObject({ code: 'empty_workbook' });
  });

  test('merged cells and bold rows are evidence for the header', async () => {
    const bold = '<style:style style:name="b"><style:text-properties fo:font-weight="bold"/></style:style>';
    const isBold = ' table:style-name="b"';
    const rows =
      tr(td('Clients', ` table:number-columns-spanned="3"${isBold}`)) +
      tr(
        td('Name', isBold) +
          td('Phone', `${isBold} table:number-columns-spanned="2"`) +
          '<table:covered-table-cell/>',
      ) +
      tr('<table:table-cell/>' + td('Home', isBold) + td('Work', isBold)) +
      ['1', '2', '3'].map((n) => tr(td(`Ann ${n}`) + td(`030 ${n}`) + td(`031 ${n}`))).join('');
    const { facts } = await read(spreadsheet({ styles: bold, tables: table(rows) }));
    expect(facts).toMatchObject({
      headerRow: 2,
      headerRows: 2,
      header: ['Name', 'Phone Home', 'Phone Work'],
    });
  });
});

describe('a hostile file', () => {
  const wide = ' table:number-columns-repeated="999999999"';
  const deep = ' table:number-rows-repeated="999999999"';

  test.each([
    [tr(td('x', wide)), { code: 'too_many_columns', row: 2 }],
    [tr(td('x'), deep), { code: 'too_many_rows' }],
    [tr('<table:table-cell/>', deep), { code: 'damaged_workbook' }],
    [tr(td('x'.repeat(32_000), ' table:number-columns-repeated="100"')), { code: 'row_too_long', row: 2 }],
    [
      tr(
        td('x'.repeat(30_000), ' table:number-columns-repeated="30"'),
        ' table:number-rows-repeated="1000000"',
      ),
      { code: 'too_many_rows' },
    ],
  ])('%.80s… is refused', async (rows, refusal) => {
    const limits = { rows: 900_000, unpackedBytes: 1_000_000_000 };
    expect(await failureOf(spreadsheet({ tables: table(names + rows) }), { limits })).toMatchObject(refusal);
  });

  test('a row that is repeated a million times is returned in small chunks', async () => {
    const rows = tr(td('x', ' table:number-columns-repeated="100"'), ' table:number-rows-repeated="500000"');
    let count = 0;
    const limits = { unpackedBytes: 1e12, unpackedRatioFrom: 1e12 };
    const bytes = spreadsheet({ tables: table(names + rows) });
    for await (const chunk of (await openSheet(sourceOf(bytes), { headerRow: 1, limits })).rows) {
      count += chunk.length;
      expect(chunk.length).toBeLessThan(1000);
    }
    expect(count).toBe(500_000);
  });

  test('tags in the namespaces of others are passed over, and a document type is refused', async () => {
    const foreign = '<other:table-row xmlns:other="x"><other:table-cell/></other:table-row>';
    const twisted = '<table:table-row xmlns:table="x"><table:table-cell/></table:table-row>';
    const { rows } = await read(
      spreadsheet({ tables: table(names + foreign + twisted + tr(td('a') + td('b'))) }),
    );
    expect(rows).toEqual([[2, 'a', 'b']]);
    const typed = spreadsheet({
      tables: table(names),
      change: (parts) =>
        parts.map((part) => ({ ...part, bytes: String(part.bytes).replace('?>', '?><!DOCTYPE x>') })),
    });
    expect(await failureOf(typed)).toMatchObject({ code: 'damaged_workbook' });
  });
});

test('300 damaged spreadsheets are read or refused, each the same in any chunks', async () => {
  const content = table(
    names + tr(td('a', ' table:number-columns-repeated="2"'), ' table:number-rows-repeated="3"'),
  );
  const tokens = [
    '<',
    '>',
    '"',
    '</table:table-row>',
    '<text:p>',
    '<table:table>',
    '9',
    '-',
    '&',
    '/>',
    '\u0000',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(content.length),
      fc.nat(30),
      fc.constantFrom('', ...tokens),
      async (at, cut, token) => {
        const bytes = spreadsheet({ tables: content.slice(0, at) + token + content.slice(at + cut) });
        const whole = await readingOf([bytes]);
        const middle = Math.floor(bytes.length / 2);
        expect(await readingOf([bytes.subarray(0, middle), bytes.subarray(middle)])).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
});
