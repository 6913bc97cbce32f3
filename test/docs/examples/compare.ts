/** What differs from one run of the same commands to the next, and the word that stands for it. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time for programs>'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: UTC)?/g, '<time>'],
  [/\b\d{4}-\d\d(?:-\d\d)?\b/g, '<day>'],
  [/\b\d\d:\d\d(?::\d\d)?\b/g, '<time>'],
  [/\b(?:[0-9a-f]{64}|[0-9a-f]{12})\b/g, '<hash>'],
  [/(\bgave the name|\bstarted by|<time> by) [\w.-]+/g, '$1 <user>'],
  [/https?:\/\/[^\s"')]+/g, '<url>'],
  [/\bAKIA\w+/g, '<key>'],
  [/\b[a-z]+stack-[a-z]+[0-9a-f]{8}-[0-9a-z]+\b/g, '<bucket>'],
  [/\b\d[\d,.]* ?(?:ms|s|min|h|kB|KB|MB|bytes)\b/g, '<amount>'],
  [/\$\d[\d.]*|\b\d+\.\d{4}\b/g, '<money>'],
  [/\b\d+(?= events\b)/g, '<count>'],
  // Only there if the hourly seal came before the command.
  [/, \d+ hourly lists?\b/g, ''],
];

/** A bar on a terminal is gone once its command ends. */
const isProgress = (line: string): boolean => /^\s*\d+% /.test(line);

/** The lines that a terminal shows in the end. */
export const shownLines = (printed: string): string[] =>
  printed
    .trimEnd()
    .split('\n')
    .filter((line) => !isProgress(line))
    .map((line) => line.trimEnd())
    .filter((line, _, all) => all.length > 1 || line !== '');

/** Columns are as wide as their widest value, so the number of spaces means nothing. */
export const steady = (line: string): string =>
  volatile
    .reduce((text, [pattern, word]) => text.replaceAll(pattern, word), line)
    .replaceAll(/ {2,}/g, '  ')
    .trimEnd();

/** Whether a page shows what was printed. A line `…` of the page stands for any lines. */
export function isShown(shown: readonly string[], printed: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.length === 0;
  if (first.trim() === '…')
    return printed.some((_, at) => isShown(rest, printed.slice(at))) || rest.length === 0;
  return printed[0] !== undefined && steady(first) === steady(printed[0]) && isShown(rest, printed.slice(1));
}
