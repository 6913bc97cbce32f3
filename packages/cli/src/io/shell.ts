import { printable } from '@sluice/contract/words';

/** A text as one word of a shell, so that a command can be pasted. */
export function quoted(word: string): string {
  return /^[\w.@:/+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command of ours, as it can be pasted. Every hint is written by it. `FILE` is for the person to replace. */
export const commandLine = (...words: readonly string[]): string =>
  ['npx sluice', ...words.map((word) => quoted(printable(word)))].join(' ');
