import { expect, test } from 'vitest';
import { dropFormats } from '../testing/drops.ts';
import { planText, settingsOf } from '../testing/plans.ts';
import { watchTexts } from './column-texts.ts';

const twice = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** The names, and the notes about the text, of a sheet with these names. */
async function planNames(names: readonly string[], profile: Parameters<typeof settingsOf>[0] = {}) {
  const lines = names.map((name, at) => `${/^=""/u.test(name) ? `"${name}"` : name},p${at + 1}@example.com`);
  const { records, totals, opened, problems } = await planText(`Name,E-mail\n${lines.join('\n')}\n`, {
    settings: settingsOf(profile),
    chunk: 7,
  });
  expect(problems).toEqual([]);
  const named = records.map(([, record]) => (record as { name?: string }).name);
  return { names: named, notes: totals.notes, opened };
}

test.each<[string, string[], string[], unknown[]]>([
  [
    'that was encoded twice is repaired if every cell of the column allows it',
    ['Ann', twice('Größe'), 'GrÃ¶ÃŸe', twice('Łódź'), 'AMANHÃ…'],
    ['Ann', 'Größe', 'Größe', 'Łódź', 'AMANHÅ'],
    ['text that was encoded twice (Ã¶ for ö) was repaired in 4 cells (rows 3, 4, 5 and 1 more).'],
  ],
  [
    'that was encoded three times is repaired',
    [twice(twice('Zoë'))],
    ['Zoë'],
    ['text that was encoded twice (Ã¶ for ö) was repaired in 1 cell (row 2).'],
  ],
  [
    'that was encoded twice stays, with a warning by row, if another cell of the column was not',
    ['GrÃ¶ÃŸe', 'Zoë', 'GrÃ¶ÃŸe Łódź', 'voilÃ\u00a0'],
    ['GrÃ¶ÃŸe', 'Zoë', 'GrÃ¶ÃŸe Łódź', 'voilÃ\u00a0'],
    [
      'the text was encoded twice (Ã¶ for ö) in rows 2, 4 and 5, but not in rows 3 and 4, so nothing was repaired: compare them with their source.',
    ],
  ],
  [
    'that is correct stays, without a note',
    ['Ângela', 'Ã', 'AMANHÃ…', 'Nguyễn Thị Ánh', '« ça »', '10\u00a0000', '👩‍💻', 'نمی\u200cخواهم', 'ＡＢＣ'],
    ['Ângela', 'Ã', 'AMANHÃ…', 'Nguyễn Thị Ánh', '« ça »', '10\u00a0000', '👩‍💻', 'نمی\u200cخواهم', 'ＡＢＣ'],
    [],
  ],
  [
    'with control characters gets the signs that they stand for',
    ['Ann\u0096Lee', 'O\u0092Neil'],
    ['Ann–Lee', 'O’Neil'],
    ['control characters were replaced by the signs of Windows-1252 in 2 cells (rows 2 and 3).'],
  ],
  [
    'with entities of HTML gets their signs, and tags are named',
    [
      'M&uuml;ller &amp; Sons',
      'O&#39;Neil',
      'Bo <b>Berg</b>',
      'R&D; x',
      'a < b > c',
      'AT&T',
      '&#x142;&#8364;',
    ],
    ['Müller & Sons', "O'Neil", 'Bo <b>Berg</b>', 'R&D; x', 'a < b > c', 'AT&T', 'ł€'],
    [
      'entities of HTML were replaced by their signs in 3 cells (rows 2, 3 and 8).',
      'tags of HTML are in the text of row 4: compare them with their source.',
    ],
  ],
  [
    'whose digits are protected loses what protects them',
    ["'00123", "'+49 (30) 12", '=""00123""', "'t Hooft", "O'Neil", "'90s", '=A1'],
    ['00123', '+49 (30) 12', '00123', "'t Hooft", "O'Neil", "'90s", '=A1'],
    ['what kept digits from becoming numbers was removed in 3 cells (rows 2, 3 and 4).'],
  ],
  [
    'with lost letters is named',
    ['M\ufffdller', 'Ann', 'Zo\ufffd'],
    ['M\ufffdller', 'Ann', 'Zo\ufffd'],
    ['letters were lost before the file was saved, in rows 2 and 4: compare them with their source.'],
  ],
  [
    'loses invisible characters and no-break spaces where no script needs them',
    ['\u200eAnn\ufeff', 'Bob\u00a0Lee', 'Ben'],
    ['Ann', 'Bob Lee', 'Ben'],
    [
      'invisible characters were removed in 1 cell (row 2).',
      'no-break spaces were replaced by spaces in 1 cell (row 3).',
    ],
  ],
])('text %s', async (_, written, names, notes) => {
  const planned = await planNames(written);
  expect(planned.names).toEqual(names);
  expect(planned.notes).toEqual(notes.map((note) => `Column "Name": ${String(note)}`));
  expect(planned.opened).toBe(written.some((name) => /[^A-Za-z ]/u.test(name)) ? 3 : 1);
});

test('control characters that can be several signs are refused with their row, as before', async () => {
  const { problems, totals } = await planText(
    'Name,E-mail\nAnn\u0085Lee,a@example.com\n\u0081,b@example.com\n',
  );
  expect(problems.map(({ row, name }) => [row, name])).toEqual([[2, 'Name'], [3, 'Name']]); // prettier-ignore
  expect(totals.notes).toEqual([expect.stringContaining('stand for no sign in rows 2 and 3')]);
});

test('addresses, phones, numbers and dates are read in the usual characters', async () => {
  const { records, totals } = await planText(
    'E-mail,Cell Phone,Last contact date\na\u200b@example.com,０１５１\u00a022,\u200e2026-01-31\nｂ@example.com,,31.12.2026\u202c\n',
  );
  expect(records.map(([, record]) => record)).toEqual([
    { email: 'a@example.com', cellPhone: '0151 22', lastContactDate: '2026-01-31' },
    { email: 'b@example.com', lastContactDate: '2026-12-31' },
  ]);
  expect(totals.notes.filter((note) => note.includes('were replaced in'))).toHaveLength(3);
});

test.each(Object.entries(dropFormats))(
  'a repaired date is evidence for its column, in %s',
  async (_, { write }) => {
    const { problems, records } = await planText(
      write(
        ['Name', 'E-mail', 'Last contact date'],
        [
          ['Ann', 'a@example.com', '01.02.2026'],
          ['Bob\u00a0Lee', 'b@example.com', '３１.12.2026'],
        ],
      ),
    );
    expect(problems).toEqual([]);
    expect(records.map(([, record]) => record)).toMatchObject([
      { lastContactDate: '2026-02-01' },
      { name: 'Bob Lee', lastContactDate: '2026-12-31' },
    ]);
  },
);

test('the names of columns are repaired too, unless the profile has them as they are', async () => {
  const settings = settingsOf({ columns: { Größe: 'name' } });
  const { records, totals } = await planText('GrÃ¶ÃŸe,E-mail\nAnn,a@example.com\n', { settings });
  expect(records).toEqual([[2, { name: 'Ann', email: 'a@example.com' }]]);
  expect(totals.notes).toEqual(['Names of columns were encoded twice (Ã¶ for ö) and repaired: "Größe".']);
  const asIs = settingsOf({ columns: { 'GrÃ¶ÃŸe': 'name' } });
  expect((await planText('GrÃ¶ÃŸe,E-mail\nAnn,a@example.com\n', { settings: asIs })).totals.notes).toEqual(
    [],
  );
});

test('a profile can keep all text as it is', async () => {
  const planned = await planNames(['GrÃ¶ÃŸe', 'Bob\u00a0Lee'], { reading: { text: 'keep' } });
  expect(planned).toEqual({ names: ['GrÃ¶ÃŸe', 'Bob\u00a0Lee'], notes: [], opened: 1 });
});

test('repeated lookups are compared after the repair', async () => {
  const { skipped, records } = await planText(
    'Name,E-mail\nBob\u00a0Lee,b@example.com\nBob Lee,b\u200b@example.com\n',
  );
  expect(records).toHaveLength(1);
  expect(skipped).toEqual([{ row: 3, twinOf: 2 }]);
});

test('a cell of a megabyte is watched in linear time', () => {
  for (const unit of ['Ã', 'Ã¶', 'é', 'ä¸', '"', '\u00a0', '㋐\u200b', '\u0096', '１']) {
    const { see, findings } = watchTexts({ isProse: false, isQuoted: true });
    const begun = performance.now();
    see(2, unit.repeat(1_000_000 / unit.length));
    findings();
    expect(performance.now() - begun).toBeLessThan(2000);
  }
});

test('a quote without a partner in the text of a cell is named with its row', async () => {
  const lines = [
    '5" pipe,a@example.com',
    'An"n,b@example.com',
    '"Bo ""b""",c@example.com',
    'Cy",d@example.com',
  ];
  const { records, totals } = await planText(`Name,E-mail\n${lines.join('\n')}\n`);
  expect(records.map(([, record]) => (record as { name: string }).name)).toEqual([
    '5" pipe',
    'An"n',
    'Bo "b"',
    'Cy"',
  ]);
  expect(totals.notes).toEqual([
    'Column "Name": a quote without a partner is in the text of rows 3 and 5, so a cell may be cut: compare them with their source.',
  ]);
});

test.each([
  ["''0171 2345678", '0171 2345678'],
  [`"'=""0172 1"""`, '0172 1'],
])(
  'what protects digits is removed also from a result sheet, which has a quote more: %s',
  async (cell, phone) => {
    const header = 'E-mail,Cell phone,Status,Reason,Record id,Reference';
    const { records, totals } = await planText(`${header}\na@example.com,${cell},failed,,,\n`);
    expect(records).toEqual([[2, { email: 'a@example.com', cellPhone: phone }]]);
    expect(totals.notes).toContain(
      'Column "Cell phone": what kept digits from becoming numbers was removed in 1 cell (row 2).',
    );
  },
);

test('a quote that a result sheet put in front of a phone is no damage', async () => {
  const header = 'E-mail,Cell phone,Status,Reason,Record id,Reference';
  const { records, totals } = await planText(`${header}\na@example.com,'+49 30 1,failed,,,\n`);
  expect(records).toEqual([[2, { email: 'a@example.com', cellPhone: '+49 30 1' }]]);
  expect(totals.notes).toHaveLength(1);
});
