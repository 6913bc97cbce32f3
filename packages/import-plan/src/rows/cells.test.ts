import { expect, test } from 'vitest';
import type { FieldSpec } from '@sluice/contract';
import { expectedInCell } from './cells.ts';

const of = (type: FieldSpec['type']): FieldSpec => ({ type });

test('what is expected is described for a person who types cells', () => {
  expect(expectedInCell(of('boolean'), 'true or false')).toContain('yes or no');
  expect(expectedInCell(of('boolean'), 'true or false; it cannot be cleared')).toMatch(
    /yes or no.*; it cannot be cleared/u,
  );
  expect(expectedInCell(of('email'), 'anything else')).toBe('anything else');
});
