import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { rowNumbers, shellWord } from './words.ts';

it('a word of a command is the same word for a shell, whatever is in it', () => {
  const words = [
    'clients.csv',
    'new clients.csv',
    "O'Hara's.csv",
    'a"b.csv',
    '$HOME `id` !.csv',
    '-v.csv',
    'Müller (2).csv',
    '',
  ];
  const command = `printf '%s\\n' ${words.map(shellWord).join(' ')}`;
  const seen = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n').slice(0, -1);
  expect(seen).toEqual(words.map((word) => (word.startsWith('-') ? `./${word}` : word)));
});

it.each([
  [[3], 1, 'row 3'],
  [[3, 4], 2, 'rows 3 and 4'],
  [[3, 4, 5], 480, 'rows 3, 4, 5 and 477 more'],
])('rows %j of %d are "%s"', (first, inAll, text) => {
  expect(rowNumbers(first, inAll)).toBe(text);
});
