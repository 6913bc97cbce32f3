import { expect, test } from 'vitest';
import { read } from '../testing/sheets.ts';

test.each([
  ['“Name”,“Note”\n“Lee, Ann”,“x”\nBen,\n', ['Lee, Ann', 'x'], ['Ben', '']],
  ['„Name“;„Note“\n„Lee; Ann“ ;„x“\n“Ben”;„\n', ['Lee; Ann', 'x'], ['“Ben”', '„']],
  ['«Name»\t«Note»\n«Lee»\t«a «b» c»\nBen\t«c\n', ['Lee', 'a «b» c'], ['Ben', '«c']],
])(
  'cells in typographic quotes, like all names of columns, are read without them: %j',
  async (text, ...rows) => {
    for (const source of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const sheet = await read(source);
      expect(sheet.facts.header).toEqual(['Name', 'Note']);
      expect(sheet.rows).toEqual(rows.map((cells, at) => [at + 2, ...cells]));
      expect(sheet.facts.notes).toEqual([expect.stringContaining('typographic quotes')]);
    }
  },
);

test('typographic quotes stay in cells if not all names of columns are in them', async () => {
  const { rows, facts } = await read('Name,“Note”\n“Ann”,“x”\n');
  expect(rows).toEqual([[2, '“Ann”', '“x”']]);
  expect(facts.notes).toEqual([]);
});
