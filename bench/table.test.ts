import { expect, it } from 'vitest';
import { median, short } from './figures.ts';
import { markdown, readable } from './table.ts';

const table = {
  title: 'Pages',
  head: ['order', 'time'],
  rows: [
    ['newest', '9.5 ms'],
    ['updated', '12.0 ms'],
  ],
  notes: ['On one machine.'],
};

it('a table is readable, its figures to the right', () => {
  expect(readable(table)).toBe(
    'Pages\n\norder       time\nnewest    9.5 ms\nupdated  12.0 ms\n  On one machine.\n',
  );
});

it('a table can be put into a document', () => {
  expect(markdown(table)).toBe(
    '**Pages**\n\n| order | time |\n| --- | ---: |\n| newest | 9.5 ms |\n| updated | 12.0 ms |\n\nOn one machine.\n',
  );
});

it('the median is the middle, or between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

it('a figure has as many digits as it is worth', () => {
  expect([1_234_567, 250.4, 12.34, 2.046, 1.02, 3].map(short)).toEqual([
    '1,234,567',
    '250',
    '12.3',
    '2.05',
    '1.02',
    '3',
  ]);
});
