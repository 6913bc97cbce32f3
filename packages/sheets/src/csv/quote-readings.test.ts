import { expect, test } from 'vitest';
import { failureOf } from '../testing/sheets.ts';

const head = 'name,email,code\nAda,ada@example.com,en\n';
const both = (end: string, other: string) =>
  ` The cell may end ${end}. That makes 3 cells, as in the row above. Or it may go on ${other}. End the cell with a quote`;

test.each([
  [
    '"Ben,ben@example.com,de\n"Cy, C.",c@example.com,en',
    both('before comma 1 of the line', 'to the quote in row 4'),
  ],
  [
    '"Ben, B.,ben@example.com,de\nCy,cy@example.com,en',
    both('before comma 2 of the line', 'into the rows below'),
  ],
  ['Ben,ben@example.com,"de', both('with the line', 'to the end of the file')],
  [
    'Ben,"ben@example.com,"de"\n',
    both('before comma 2 of the line', 'to a later quote, which makes 2 cells'),
  ],
])('a lost closing quote is named with the two ways to read its row: %j', async (text, ways) => {
  const { message, row } = await failureOf(head + text);
  expect(row).toBe(3);
  expect(message).toContain(ways);
  expect(message).not.toMatch(/Ben|@/u);
});

test.each(['"Ben "the" Man",ben@example.com,de\n', '"Ben,de\n', `"${'x,'.repeat(5000)}\n`])(
  'where no quote makes the line fit, one way is enough: %.30j',
  async (text) => {
    expect((await failureOf(head + text)).message).not.toContain('may end');
  },
);
