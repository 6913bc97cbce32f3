const sentences: readonly (readonly [RegExp, (pattern: string, part: string) => string])[] = [
  [/^missing closing \)/u, (pattern) => `the pattern ${pattern} has a ( without its )`],
  [/^unexpected \)/u, (pattern) => `the pattern ${pattern} has a ) without its (`],
  [/^missing closing \]/u, (pattern) => `the pattern ${pattern} has a [ without its ]`],
  [/^trailing backslash/u, (pattern) => `the pattern ${pattern} ends with a single \\`],
  [
    /^missing argument/u,
    (_, part) => `${part} in a pattern must follow what it repeats; write \\${part} for itself`,
  ],
  [/^invalid nested/u, (_, part) => `${part} in a pattern repeats what is repeated already`],
  [/^invalid repeat/u, (_, part) => `${part} in a pattern repeats too much, or from more to less`],
  [/^invalid character class range/u, (_, part) => `${part} in a pattern is no range of characters`],
  [/^invalid escape/u, (_, part) => `a pattern cannot have ${part}`],
  [
    /named capture|duplicate capture/u,
    (_, part) => `${part} in a pattern is no name of a group, or is there twice`,
  ],
];

/** What is wrong with a pattern, from the words of its engine, which its users do not know. */
export function patternMistake(error: unknown, pattern: string): string {
  const { message } = error instanceof Error ? error : { message: '' };
  const [, words = '', part = ''] = /^error parsing regexp: ([^:]*)(?:: `(.*)`)?$/su.exec(message) ?? [];
  if (/^\(\?<?[=!]/u.test(part))
    return `patterns here cannot look ${part.startsWith('(?<') ? 'back' : 'ahead'}: ${part}`;
  const [, sentence] = sentences.find(([is]) => is.test(words)) ?? [];
  if (sentence !== undefined) return sentence(pattern, part);
  return part === '' ? `the pattern ${pattern} cannot be used` : `a pattern cannot have ${part} here`;
}
