import { reasonOf, shownValue } from '@sluice/contract';
import { library } from './libraries.ts';
import { PatternWork } from './pattern-work.ts';
import { Unfit, type Transform } from './unfit.ts';

/** The most instructions of a compiled pattern: each character of a cell may take as many steps. */
const largestProgram = 1000;
const longestText = 10_000;

/**
 * The first group of the pattern, or all that it matches. The engine of RE2 takes time in proportion to the text, whatever the
 * pattern.
 * @throws Error what is wrong with the pattern
 */
export function partBy(pattern: string, work = new PatternWork()): Transform {
  const compiled = compile(pattern);
  const size = compiled.programSize();
  if (size > largestProgram) throw new Error('it repeats too much');
  const group = Math.min(compiled.groupCount(), 1);
  const reason = reasonOf('no_match', { pattern: shownValue(pattern) });
  return (text) => {
    if (text.length > longestText) return new Unfit(reason, text);
    work.spend(text.length, size);
    const matcher = compiled.matcher(text);
    return matcher.find() ? (matcher.group(group) ?? '') : new Unfit(reason, text);
  };
}

function compile(pattern: string) {
  const { RE2JS } = library('part');
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new Error(patternMistake(error, pattern), { cause: error });
  }
}

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
function patternMistake(error: unknown, pattern: string): string {
  const { message } = error instanceof Error ? error : { message: '' };
  const [, words = '', part = ''] = /^error parsing regexp: ([^:]*)(?:: `(.*)`)?$/su.exec(message) ?? [];
  if (/^\(\?<?[=!]/u.test(part))
    return `patterns here cannot look ${part.startsWith('(?<') ? 'back' : 'ahead'}: ${part}`;
  const [, sentence] = sentences.find(([is]) => is.test(words)) ?? [];
  if (sentence !== undefined) return sentence(pattern, part);
  return part === '' ? `the pattern ${pattern} cannot be used` : `a pattern cannot have ${part} here`;
}
