import { expect, test } from 'vitest';
import { textCell } from './cell.ts';

test('a text that is longer than a cell of Excel is cut, and a shorter one is not', () => {
  const written = (length: number) => /y+…?/u.exec(textCell('A1', 'y'.repeat(length), 0))?.[0];
  expect(written(32_767)).toBe('y'.repeat(32_767));
  expect(written(32_768)).toBe(`${'y'.repeat(32_766)}…`);
});
