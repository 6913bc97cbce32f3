import { expect, test } from 'vitest';
import { SheetError, shownName } from './sheet-error.ts';

test('an error is its place and the text of its code, with large numbers in groups', () => {
  const { message, says } = new SheetError({ code: 'cell_too_long', most: 131_072, row: 4000, column: 28 });
  expect(message).toMatch(/^Row 4000, column AB: This cell has more than 131,072 characters\./u);
  expect(message.endsWith(says)).toBe(true);
  expect(new SheetError({ code: 'empty_sheet' }).message).toBe(
    'The sheet is empty. Export it again with its header and rows.',
  );
});

test('an error without a code, or without a value of its text, does not compile', () => {
  // @ts-expect-error: it has no code
  expect(() => new SheetError({ row: 3 })).toThrow(TypeError);
  // @ts-expect-error: it has no `most`
  expect(new SheetError({ code: 'too_many_rows' }).message).toContain('undefined');
});

test.each([
  ['Town', '"Town"'],
  [' a\n\tb ', '"a b"'],
  ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ['four '.repeat(20), `"${'four '.repeat(11)}…"`],
])('the name %j is shown on one line, and cut between two words', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
