import { expect, test } from 'vitest';
import { failureOf, read } from '../testing/sheets.ts';

const every = async (text: string, limits = {}) => {
  const problems: string[] = [];
  const onProblem = ({ code, row }: { code: string; row: number | undefined }) =>
    void problems.push(`${code} in ${row}`);
  return { ...(await read(text, { onProblem, limits })), problems };
};

test('a quote that is never closed costs one row, even far from the end of the file', async () => {
  const rest = Array.from({ length: 200 }, (_, at) => `${at},b,c`).join('\n');
  const { rows, problems } = await every(`x,y,z\n1,"b,c\n${rest}`, { blockBytes: 64, rowCharacters: 300 });
  expect(rows).toHaveLength(202);
  expect(rows[1]).toEqual([2, '1', '"b', 'c']);
  expect(rows.at(-1)).toEqual([202, '199', 'b', 'c']);
  expect(problems).toEqual(['unclosed_quote in 2']);
});

test('a faulty row is read with as many cells as the others, also over several lines', async () => {
  const { rows } = await every('x,y,z\n1,"a "b" c\nd",3\n4,"e" f,6\n');
  expect(rows.slice(1)).toEqual([
    [2, '1', 'a "b" c\nd', '3'],
    [3, '4', 'e f', '6'],
  ]);
});

test('cells and rows beyond their limits are reported and read', async () => {
  const { rows, problems } = await every('a,b\n1,2,3\nlonger,2\n', { columns: 2, cellCharacters: 4 });
  expect(rows).toHaveLength(3);
  expect(problems).toEqual(['too_many_columns in 2', 'cell_too_long in 3']);
});

test('a stated header row is used, and the rows above it are noted', async () => {
  const text = 'Figures,of March\n\nName,Age\nAnn,1\n';
  const { facts, rows } = await read(text, { headerRow: 3 });
  expect(facts).toMatchObject({ headerRow: 3, header: ['Name', 'Age'], skipped: [{ row: 1 }] });
  expect(rows).toEqual([[4, 'Ann', '1']]);
  for (const headerRow of [2, 9, 5000]) {
    expect(await failureOf(text, { headerRow })).toMatchObject({ code: 'wrong_header_row', row: headerRow });
  }
});
