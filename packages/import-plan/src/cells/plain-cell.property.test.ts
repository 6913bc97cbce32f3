import { csvLine, memorySource, openSheet, type SheetRow } from '@sluice/sheets';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchColumns } from '../columns/match-columns.ts';
import { watchColumns } from '../columns/lost-digits.ts';
import { settingsOf } from '../testing/plans.ts';
import { rowReader } from '../rows/read-row.ts';

const header = ['E-mail', 'Name', 'Cell Phone', 'Time zone', 'User type', 'Is suspended'];
const cell = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    ' ',
    'Ann',
    'a"b',
    'x\ny',
    '"',
    'say "a ""b"""',
    'C:\\new\tx',
    'x\u0007',
    'a  b',
    'Ab #b',
    '12 b 3',
    '12é b',
    'é',
    '李',
    '\u00a0',
    '\u3000x',
    '#N/A',
    '＃N/A',
    '1.23E+11',
    '0123',
  ),
  fc.constantFrom(
    'a@example.com',
    ' B@Example.com ',
    'é@example.com',
    'a@b',
    'Europe/Berlin',
    'client',
    'Client',
    'yes',
  ),
  fc.stringMatching(/^[ab.+_-]{1,12}@[ab.-]{1,8}\.[a-z]{1,3}$/),
  fc.string({ unit: fc.constantFrom('x', 'é'), minLength: 45, maxLength: 60 }),
  fc.stringMatching(/^\d{1,24}$/),
);
const rows = fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 20 });

const asTexts = ({ number, cells }: SheetRow): SheetRow => ({ number, cells: [...cells] });

test('a row has the same record, problems and lookup by the bytes of its cells as by their texts', async () => {
  const profiles = [
    { lookup: 'email' },
    { lookup: 'name', unknownColumns: 'ignore', transforms: { cellPhone: ['trim', 'lower'] } },
    {
      lookup: 'email',
      transforms: {
        email: ['email', 'lower'],
        name: ['trim', { before: ' b' }],
        cellPhone: ['upper', { replace: '#', with: '' }, { default: '0' }],
        userType: [{ map: { client: 'client', ann: 'client' } }],
      },
    },
  ];
  let byBytes = 0;
  for (const profile of profiles) {
    const settings = settingsOf(profile);
    const columns = matchColumns(header, settings);
    const read = rowReader(settings, { columns, recordBytes: 200 });
    const seen = ({ problems, lookup, json, cells, fields }: ReturnType<typeof read>) => ({
      problems,
      lookup,
      json: problems.length > 0 ? '' : json.bytes.toString(),
      name: fields.valueOf('name', cells),
      cell: fields.lookupCell(cells),
    });
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const lines = [header, ...table].map((cells) => csvLine(cells, ','));
        const bytes = Buffer.from(`${lines.join('\n')}\n`);
        const options = { delimiter: ',', headerRow: 1, totals: 'keep', lastRow: 1000 } as const;
        const sheet = await openSheet(memorySource(bytes), options);
        const [watched, watchedTexts] = [watchColumns(columns), watchColumns(columns)];
        for await (const chunk of sheet.rows)
          for (const row of chunk) {
            if (row.raw !== undefined) byBytes += 1;
            const one = seen(read(row));
            watched.see(row);
            expect(one).toEqual(seen(read(asTexts(row))));
            watchedTexts.see(asTexts(row));
          }
        expect(watched.notes()).toEqual(watchedTexts.notes());
      }),
      { numRuns: 40 },
    );
  }
  expect(byBytes).toBeGreaterThan(100);
});
