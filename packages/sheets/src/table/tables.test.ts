import { describe, expect, test } from 'vitest';
import type { SheetOptions } from '../model/sheet.ts';
import { asCsv, asWorkbook, readingLine } from '../testing/tables.ts';

/** The names of a schema. */
const fields = new Set(
  'name,email,e-mail,phone,city,amount,first name,last name,home phone,work phone,id'.split(','),
);
const knows = (name: string) => fields.has(name.trim().toLowerCase());
const withFields: SheetOptions = { knows };

type Case = readonly [what: string, lines: readonly string[], reading: string, options?: SheetOptions];

const people = ['Ann,ann@example.com,3', 'Bob,bob@example.com,4', 'Cid,cid@example.com,5'];
const names = 'Name,E-mail,Amount';
const cities = ['Ann,Oslo', 'Bob,Rome', 'Cid,Bern'];

const tops: readonly Case[] = [
  ['a plain table', [names, ...people], '1: Name,E-mail,Amount; rows 2 3 4'],
  ['a plain table of texts', ['Name,City', ...cities], '1: Name,City; rows 2 3 4'],
  ['a title', ['Clients of March', names, ...people], '2: Name,E-mail,Amount; rows 3 4 5; out 1 a title'],
  [
    'a title and a blank row',
    ['Clients', '', names, ...people],
    '3: Name,E-mail,Amount; rows 4 5 6; out 1 a title',
  ],
  [
    'a title, a blank row, two columns of texts',
    ['Clients', '', 'Name,City', ...cities],
    '3: Name,City; rows 4 5 6; out 1 a title',
  ],
  [
    'three lines of title',
    ['Acme Ltd', 'Clients', 'As of 1 March', names, ...people],
    '4: Name,E-mail,Amount; rows 5 6 7; out 1 a title, 2 a title, 3 a title',
  ],
  [
    'more titles than rows',
    ['A', 'B', 'C', 'D', '', 'Name,E-mail,Amount', people[0] ?? ''],
    '6: Name,E-mail,Amount; rows 7; out 1 a title, 2 a title, 3 a title, 4 a title',
  ],
  [
    'a title in the middle column',
    [',Clients,', names, ...people],
    '2: Name,E-mail,Amount; rows 3 4 5; out 1 a title',
  ],
  [
    'pairs of label and value',
    ['Report:,Clients', 'Date:,2026-01-31', '', names, ...people],
    '4: Name,E-mail,Amount; rows 5 6 7; out 1 a title, 2 a title',
  ],
  [
    'pairs of label and value without a blank row',
    ['Report:,Clients', names, ...people],
    '2: Name,E-mail,Amount; rows 3 4 5; out 1 a title',
  ],
  ['a comment', ['# made by hand', 'Id,Name', '1,Ann', '2,Bob'], '2: Id,Name; rows 3 4; out 1 a title'],
  [
    'a blank column at the left',
    [',Name,E-mail,Amount', ...people.map((line) => `,${line}`)],
    '1: ,Name,E-mail,Amount; rows 2 3 4',
  ],
  [
    'a title and a blank column at the left',
    [',Clients', '', ',Name,E-mail,Amount', ...people.map((line) => `,${line}`)],
    '3: ,Name,E-mail,Amount; rows 4 5 6; out 1 a title',
  ],
  ['blank rows above', ['', '', names, ...people], '3: Name,E-mail,Amount; rows 4 5 6'],
  ['a column without a name', ['Name,,Amount', 'Ann,x,3', 'Bob,y,4'], '1: Name,,Amount; rows 2 3'],
  [
    'a name that comes twice',
    ['Name,Phone,Phone', 'Ann,031,032', 'Bob,033,034'],
    '1: Name,Phone,Phone; rows 2 3',
  ],
  ['years as names', ['Name,2025,2026', 'Ann,5,7', 'Bob,6,8'], '1: Name,2025,2026; rows 2 3'],
  ['units', ['day,rain,wind', ',mm,m/s', '1,2,3', '2,0,4'], '1: day,rain,wind; rows 3 4; out 2 units'],
  [
    'units in brackets',
    ['Name,Weight,Height', ',(kg),(cm)', 'Ann,60,170', 'Bob,80,180'],
    '1: Name,Weight,Height; rows 3 4; out 2 units',
  ],
  [
    'units in euros below a title',
    ['Sales', '', 'Name,Amount', ',EUR', 'Ann,3', 'Bob,4'],
    '3: Name,Amount; rows 5 6; out 1 a title, 4 units',
  ],
  [
    'types of columns',
    ['name,amount,made', 'text,number,date', 'Ann,3,2026-01-01', 'Bob,4,2026-01-02'],
    '1: name,amount,made; rows 3 4; out 2 units',
  ],
  [
    'a line of dashes',
    [names, '----,------,------', ...people],
    '1: Name,E-mail,Amount; rows 3 4 5; out 2 a line',
  ],
  ['a unit that is a value', ['Name,Unit', ',kg', 'Salt,g', 'Flour,kg'], '1: Name,Unit; rows 2 3 4'],
  [
    'two rows, with an id beside groups',
    ['Id,Person,,City', ',first,last,', '1,Ann,Doe,Oslo', '2,Bob,Roe,Rome'],
    '1-2: Id,Person first,Person last,City; rows 3 4',
  ],
  [
    'two rows with known names below',
    ['Person,,Place', 'First name,Last name,City', 'Ann,Doe,Oslo', 'Bob,Roe,Rome'],
    '1-2: First name,Last name,City; rows 3 4',
    withFields,
  ],
  [
    'two rows that are known when joined',
    ['Home,Work,', 'Phone,Phone,City', '031,032,Oslo', '033,034,Rome'],
    '1-2: Home Phone,Work Phone,City; rows 3 4',
    withFields,
  ],
  [
    'a row of labels above known names',
    ['Client,Mailbox,Sum', 'name,email,amount', ...people],
    '1-2: name,email,amount; rows 3 4 5',
    withFields,
  ],
  [
    'two rows of texts that nothing decides',
    ['Person,,Place', 'first,last,city', 'Ann,Doe,Oslo', 'Bob,Roe,Rome'],
    'refused: {"headerRow":1,"headerRows":2} or {"headerRow":1}',
  ],
  [
    'the same, with the setting',
    ['Person,,Place', 'first,last,city', 'Ann,Doe,Oslo'],
    '1-2: Person first,Person last,Place city; rows 3',
    { headerRow: 1, headerRows: 2 },
  ],
  [
    'the same, with one row stated',
    ['Person,,Place', 'first,last,city', 'Ann,Doe,Oslo'],
    '1: Person,,Place; rows 2 3',
    { headerRow: 1 },
  ],
  ['no header', people, 'refused: {"columns":["name 1","name 2","name 3"]} or {"headerRow":1}'],
  [
    'no header, with the names',
    people,
    '0: Name,E-mail,Amount; rows 1 2 3',
    { columns: ['Name', 'E-mail', 'Amount'] },
  ],
  [
    'the names of the settings as a header',
    [names, ...people],
    '1: Name,E-mail,Amount; rows 2 3 4',
    { columns: ['Name', 'E-mail', 'Amount'] },
  ],
  [
    'a stated row',
    ['x,y,z', 'a,b,c', names, ...people],
    '3: Name,E-mail,Amount; rows 4 5 6; out 1 above the header, 2 above the header',
    { headerRow: 3 },
  ],
  [
    'a stated number of rows',
    ['Title', '', 'Person,,Place', 'first,last,city', 'Ann,Doe,Oslo'],
    '3-4: Person first,Person last,Place city; rows 5; out 1 a title',
    { headerRows: 2 },
  ],
  [
    'known names below a wide row',
    ['This,is,ours', 'Name,City,Phone', 'Ann,Oslo,x', 'Bob,Rome,y'],
    '1-2: Name,City,Phone; rows 3 4',
    withFields,
  ],
];

const total = (word: string): Case => [
  `a total named ${word}`,
  [names, ...people, '', `${word},,12`],
  '1: Name,E-mail,Amount; rows 2 3 4; out 6 totals',
];
const note = (text: string): Case => [
  `the note "${text}"`,
  [names, ...people, '', text],
  '1: Name,E-mail,Amount; rows 2 3 4; out 6 a note',
];
const below = (what: string, line: string, reading: string): Case => [
  `${what} right below the data`,
  [names, ...people, line],
  reading,
];
const totalWords =
  'Total|TOTAL:|Grand total|Subtotal|Summe|Gesamt|Gesamtsumme|Totale|Somme|Suma|Totaal|Razem|Итого|Всего|合計|Total (EUR)|Total 2026';
const noteTexts =
  'Source: our own figures|* without VAT|Stand: 31.12.2025|Page 1 of 1|3 rows|Unterschrift: ______|(preliminary)|All amounts are in euros and rounded to whole numbers|注：金額は税抜きです。|金額は税抜きとなります。';

const bottoms: readonly Case[] = [
  ...totalWords.split('|').map(total),
  ...noteTexts.split('|').map(note),
  below('the sum', 'Total,,12', '1: Name,E-mail,Amount; rows 2 3 4; out 5 totals'),
  below('a count and a sum', 'Total,3,12', '1: Name,E-mail,Amount; rows 2 3 4; out 5 totals'),
  below('no sum', 'Total,,7', 'refused in 5: {"totals":"skip"} or {"totals":"keep"}'),
  below('the number of rows', '(3 rows)', '1: Name,E-mail,Amount; rows 2 3 4; out 5 a note'),
  below('another number of rows', '4 rows', 'refused in 5: {"lastRow":4} or {"lastRow":5}'),
  [
    'the same, left out by the settings',
    [names, ...people, 'Total,,7'],
    '1: Name,E-mail,Amount; rows 2 3 4; out 5 a total',
    { totals: 'skip' },
  ],
  [
    'the same, a record by the settings',
    [names, ...people, 'Total,,7'],
    '1: Name,E-mail,Amount; rows 2 3 4 5',
    { totals: 'keep' },
  ],
  [
    'the word in another column',
    [names, ...people, '', ',Total,12'],
    '1: Name,E-mail,Amount; rows 2 3 4; out 6 totals',
  ],
  [
    'a total and a note',
    [names, ...people, '', 'Total,,12', '* without VAT'],
    '1: Name,E-mail,Amount; rows 2 3 4; out 6 totals, 7 a note',
  ],
  [
    'a total between the rows',
    [names, ...people, 'Subtotal,,12', ...people],
    'refused in 5: {"totals":"skip"} or {"totals":"keep"}',
  ],
  [
    'totals between the rows, left out by the settings',
    [names, ...people, 'Subtotal,,12', 'Dan,dan@example.com,6', 'Total,,18'],
    '1: Name,E-mail,Amount; rows 2 3 4 6; out 5 a total, 7 a total',
    { totals: 'skip' },
  ],
  [
    'a name that begins like a total',
    [names, ...people, 'Totale Soccer,t@example.com,6'],
    '1: Name,E-mail,Amount; rows 2 3 4 5',
  ],
  [
    'a client named Total',
    [names, ...people, 'Total,total@example.com,6'],
    '1: Name,E-mail,Amount; rows 2 3 4 5',
  ],
  [
    'blank rows between data',
    [names, ...people, '', 'Dan,dan@example.com,6'],
    '1: Name,E-mail,Amount; rows 2 3 4 6',
  ],
  [
    'two lines to sign',
    [names, ...people, '', 'Date: ____,Signature: ____'],
    '1: Name,E-mail,Amount; rows 2 3 4; out 6 a note',
  ],
  [
    'the header again',
    [names, ...people, names, 'Dan,dan@example.com,6', names, 'Eve,eve@example.com,7'],
    '1: Name,E-mail,Amount; rows 2 3 4 6 8; out 5 the header again, 7 the header again',
  ],
  [
    'both rows of a header again',
    [
      'Id,Person,,City',
      ',first,last,',
      '1,Ann,Doe,Oslo',
      '2,Bob,Roe,Rome',
      'Id,Person,,City',
      ',first,last,',
      '3,Cid,Poe,Bern',
    ],
    '1-2: Id,Person first,Person last,City; rows 3 4 7; out 5 the header again, 6 the header again',
  ],
  ['names of groups', [names, 'North', ...people, 'South', ...people], 'refused in 6: {"lastRow":4000000}'],
  ['one name alone', [names, 'North', ...people], '1: Name,E-mail,Amount; rows 2 3 4 5'],
  [
    'another table beside',
    ['Name,Amount,,Town,Mayor', 'Ann,3,,Oslo,Eve', 'Bob,4', 'Cid,5'],
    'refused: {"lastRow":4000000}',
  ],
  [
    'another table',
    [names, ...people, '', 'City,Country', 'Oslo,Norway', 'Rome,Italy'],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
    withFields,
  ],
  [
    'another table with other kinds of values',
    ['Name,Amount', 'Ann,3', 'Bob,4', 'Cid,5', '', 'Town,People', 'Oslo,700000'],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
  ],
  [
    'another table of texts where all rows have figures',
    ['Name,Amount', 'Ann,3', 'Bob,4', 'Cid,5', '', 'Town,Mayor', 'Oslo,Eve'],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
  ],
  [
    'another table with known names',
    ['Name,City', ...cities, '', 'Phone,Amount', 'x,y'],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
    withFields,
  ],
  [
    'another table with a title',
    [names, ...people, '', 'Towns', 'Town,Mayor,People', 'Oslo,Eve,700000'],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
  ],
  [
    'another table, left out by the settings',
    [names, ...people, '', 'Town,Mayor,People', 'Oslo,Eve,700000'],
    '1: Name,E-mail,Amount; rows 2 3 4; out 6 below the last row, like all rows after it',
    { lastRow: 4 },
  ],
  [
    'title, total and note',
    ['Clients', '', names, ...people, '', 'Total,,12', 'Source: ours'],
    '3: Name,E-mail,Amount; rows 4 5 6; out 1 a title, 8 totals, 9 a note',
  ],
];

describe.each([
  ['CSV', asCsv],
  ['a workbook', asWorkbook],
] as const)('in %s the table is found with', (_format, make) => {
  const cases = [...tops, ...bottoms].map(([what, lines, reading, options]) => ({
    what,
    lines,
    reading,
    options,
  }));
  test.each(cases)('$what', async ({ lines, reading, options }) => {
    const width = Math.max(...lines.map((line) => line.split(',').length));
    const filled = lines.map((line) =>
      line === '' ? '' : line + ','.repeat(width - line.split(',').length),
    );
    expect(await readingLine(make({ lines: filled }), options)).toBe(reading);
  });
});

type WorkbookCase = readonly [
  what: string,
  lines: readonly string[],
  merges: readonly string[],
  reading: string,
];
const twoRows = ['Person,,Place', 'first,last,city', 'Ann,Doe,Oslo', 'Bob,Roe,Rome'];

test.each<WorkbookCase>([
  [
    'merged cells above two columns',
    twoRows,
    ['A1:B1'],
    '1-2: Person first,Person last,Place city; rows 3 4',
  ],
  [
    'cells merged to the right and downwards',
    ['Id,Person,', ',first,last', 'a,Ann,Doe', 'b,Bob,Roe'],
    ['A1:A2', 'B1:C1'],
    '1-2: Id,Person first,Person last; rows 3 4',
  ],
  [
    'three rows',
    ['Team,Person,,', ',name,,', ',first,last,age', 'Red,Ann,Doe,30', 'Blue,Bob,Roe,40'],
    ['A1:A3', 'B1:D1', 'B2:C2'],
    '1-3: Team,Person name first,Person name last,Person age; rows 4 5',
  ],
  [
    'two bold rows',
    ['!Person,,Place', '!first,last,city', 'Ann,Doe,Oslo', 'Bob,Roe,Rome'],
    [],
    '1-2: Person first,Person last,Place city; rows 3 4',
  ],
  [
    'a merged title',
    ['Clients,,', 'Name,City,Note', 'Ann,Oslo,x', 'Bob,Rome,y'],
    ['A1:C1'],
    '2: Name,City,Note; rows 3 4; out 1 a title',
  ],
  [
    'a bold header below a row of texts',
    ['Our,own,list', '', '!Name,City,Note', 'Ann,Oslo,x', 'Bob,Rome,y'],
    [],
    'refused: {"headerRow":1} or {"headerRow":3}',
  ],
  [
    'a bold total right below the data',
    [names, ...people, '!Total,,7'],
    [],
    '1: Name,E-mail,Amount; rows 2 3 4; out 5 totals',
  ],
  [
    'a bold header of another table',
    ['!Name,City', ...cities, '', '!Town,Mayor', 'Oslo,Eve'],
    [],
    'refused in 6: {"lastRow":4} or {"lastRow":4000000}',
  ],
])('in a workbook the table is found with %s', async (_, lines, merges, reading) => {
  expect(await readingLine(asWorkbook({ lines, merges }))).toBe(reading);
});
