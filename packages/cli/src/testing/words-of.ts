/** The words of a line as a POSIX shell takes them. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gu) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|"([^"]*)"|\\(.)/gu,
      (_, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
        single ?? double ?? escaped ?? '',
    ),
  );
}
