import { reasonOf, shownValue } from '@sluice/contract';
import { library } from './libraries.ts';
import { PatternWork } from './pattern-work.ts';
import { patternMistake } from './pattern-mistake.ts';
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
