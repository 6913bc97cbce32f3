import { expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';

const header = 'Name,E-mail,Is suspended,Last contact date';

test.each([
  ['Lee, Ann,a@example.com,no,2026-01-31', 5, ' It fits if cells 1 and 2 are one, `Name`.'],
  [
    'Ann,a@example.com,no,,2026-01-31',
    5,
    ' It fits if cells 3 and 4 are one, `Is suspended`. It also fits if cells 4 and 5 are one, `Last contact date`.',
  ],
  ['Ann,a@example.com,2026-01-31', 3, ' It fits if `Is suspended` is missing.'],
  ['Ann;a@example.com,no,2026-01-31', 3, ' It fits if cell 1 is two, `Name` and `E-mail`.'],
  ['Ann,a@example.com', 2, ' It fits if `Is suspended` and `Last contact date` are missing.'],
  ['Lee, Ann, PhD,a@example.com,no,2026-01-31', 6, ' It fits if cells 1 to 3 are one, `Name`.'],
  ['Ann,none,no', 3, ''],
  ['a,b,c,d,e,f,g,h,i', 9, ''],
])('the row %s has %i cells', async (line, cells, fits) => {
  const { problems } = await planText(`${header}\nBen,b@example.com,no,2026-02-01\n${line}\n`);
  const says = `This row has ${cells} cells, but the header has 4.${fits}`;
  expect(problems).toEqual([{ row: 3, code: 'wrong_cells', says }]);
});

test('a line that goes on after its fixed widths is named as such', async () => {
  const settings = settingsOf({ reading: { widths: [6, 15], columns: ['Name', 'E-mail'] } });
  const { problems } = await planText('Ann   a@example.com\nBob   b@example.com   x\n', { settings });
  expect(problems).toMatchObject([
    { row: 2, code: 'beyond_widths', says: expect.stringContaining('after character 21') },
  ]);
});

test('rows with many ways are read in bounded time', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `Column ${at}`);
  const settings = settingsOf({ columns: { 'Column 0': 'name' }, unknownColumns: 'ignore' });
  const begun = performance.now();
  const { problems } = await planText(
    `E-mail,${names.join(',')}\n${`a@example.com${',x'.repeat(201)}\n`.repeat(3000)}`,
    { settings },
  );
  expect(problems).toHaveLength(3000);
  expect(performance.now() - begun).toBeLessThan(5000);
});
