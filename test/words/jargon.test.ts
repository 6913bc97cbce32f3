import { expect, test } from 'vitest';
import { wordingProblems } from './jargon.ts';

test.each([
  ['The dry run has foretold it.', 'jargon: "foretold"; write: preview'],
  ['Expected Invalid email address.', 'jargon: "Invalid email address"; write: say what was expected'],
  [`${'word '.repeat(25)}word.`, '26 words in a sentence: '],
  ['Row ${row} is wrong.', 'unfilled place: "${"'],
  ['The file undefined was not read.', 'unfilled place: "undefined"'],
  ['See [object Object].', 'unfilled place: "[object"'],
  ['1 rows failed.', 'wrong number: "1 rows"'],
  ['All 3 row failed.', 'wrong number: "3 row"'],
  ['1,000 record failed.', 'wrong number: "1,000 record"'],
  ['1 batches failed.', 'wrong number: "1 batches"'],
  ['2 entry failed.', 'wrong number: "2 entry"'],
  ['1 row were written.', 'wrong number: "1 row were"'],
  ['2 rows was written.', 'wrong number: "2 rows was"'],
  ['The row(s) failed.', 'wrong number: "w(s)"'],
  ['"Ann and Bo…" is too long.', 'cut inside a word: "Bo…"'],
  ['Name is blank..', 'wrong punctuation: "k.."'],
  ['Name is blank:.', 'wrong punctuation: ":."'],
])('%j is not fit to print', (text, problem) => {
  expect(wordingProblems(text)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  'E-mail is blank. It is needed to find the record.',
  'Last contact date `45985` is an Excel serial number; format the column as a date.',
  '1 row failed, 2 rows landed, 0 rows were skipped, 1,001 rows are new, and 11 rows were read.',
  'Row 2 record 1 and rows 3 and 4 have errors. Page 1 of 2.',
  '1 of the 1,200 rows has an error.',
  '"Ann and Bob …" is longer than 200 characters.',
  `"${'x'.repeat(59)}…" is longer than 200 characters.`,
  'Run this:\n  npx sluice runs --status ledger\nor see https://example.com/lanes..',
  `${'word '.repeat(24)}word.\n${'word '.repeat(24)}word.`,
])('%j is fit to print', (text) => {
  expect(wordingProblems(text)).toEqual([]);
});
