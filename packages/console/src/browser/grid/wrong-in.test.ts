import { expect, test } from 'vitest';
import { columnOf, wrongIn } from './wrong-in.ts';

test('the cells that a reason names are wrong, and none where the whole row is, also beside a column without a name', () => {
  const header = ['Name', '', ' E-mail '];
  const problems = [
    { name: 'E-mail', text: 'no address' },
    { text: 'too few cells' },
    { name: 'Fax', text: 'gone' },
  ];
  expect(wrongIn(problems, header)).toEqual({
    wrong: new Set([2]),
    reasons: ['no address', 'too few cells', 'gone'],
  });
  expect([columnOf(undefined, header), columnOf('Name', header)]).toEqual([-1, 0]);
});
