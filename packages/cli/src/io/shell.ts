/** A text as one word of a shell, so that a command can be pasted. */
export function quoted(word: string): string {
  return /^[\w.@:/+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command of ours, as it can be pasted. Every hint is written by it. */
export const commandLine = (...words: readonly string[]): string =>
  ['npx sluice', ...words.map((word) => (isPlaceholder(word) ? word : quoted(word)))].join(' ');

/** `FILE`: the person puts something else there. */
const isPlaceholder = (word: string): boolean => /^[A-Z]+(_[A-Z]+)*$/u.test(word);
