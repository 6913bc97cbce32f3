import { expect, test } from 'vitest';
import { transformOf } from './compile.ts';
import { loadLibraries } from './libraries.ts';
import { Unfit } from './unfit.ts';

await loadLibraries([{ part: '.' }, { phone: 'DE' }]);

type Compiled = Parameters<typeof transformOf>[0];

test.each<[Compiled, string]>([
  [{ phone: 'UK' }, '"UK" is no country; for the United Kingdom write GB'],
  [{ phone: 'de' }, 'write DE, not "de"'],
  [{ phone: 'Deutschland' }, '"Deutschland" is no country; for Germany write DE'],
  [{ phone: 'XX' }, '"XX" is no country: write its two capitals, such as DE'],
  [{ date: 'D. MMMM YYYY', language: 'german' }, 'not "german": write de'],
  [{ date: 'D. MMMM YYYY', language: 'Deutsch' }, 'not "Deutsch": write de'],
  [
    { date: 'dd.mm.yyyy' },
    'write DD for the day, MM for the month, YYYY for the year; in lower case mm is minutes',
  ],
  [
    { date: 'DD.mm.YYYY' },
    'write DD for the day, MM for the month, YYYY for the year; in lower case mm is minutes',
  ],
  [{ part: '(\\d+' }, 'the pattern (\\d+ has a ( without its )'],
  [{ part: '\\d+)' }, 'the pattern \\d+) has a ) without its ('],
  [{ part: '[a-z' }, 'the pattern [a-z has a [ without its ]'],
  [{ part: '[z-a]' }, 'z-a in a pattern is no range of characters'],
  [{ part: '*a' }, '* in a pattern must follow what it repeats; write \\* for itself'],
  [{ part: 'a\\' }, 'the pattern a\\ ends with a single \\'],
  [{ part: '(?=x)\\d+' }, 'patterns here cannot look ahead: (?='],
  [{ part: '(?!x)\\d+' }, 'patterns here cannot look ahead: (?!'],
  [{ part: '(a)\\1' }, 'a pattern cannot have \\1'],
])('%j: %s', (step, mistake) => {
  expect(() => transformOf(step)).toThrow(mistake);
});

const french = { date: 'D MMMM YYYY', language: 'fr' };
test.each<[Compiled, string, string]>([
  [{ phone: 'DE' }, 'keine', '(this is no number), not "keine"'],
  [{ phone: 'DE' }, '123', '(this is too short), not "123"'],
  [{ phone: 'DE' }, '030 123456 / 0171 1234567', '(this is several numbers), not'],
  [{ phone: 'DE' }, '030 123456 ext. 7', 'without an extension, not'],
  [french, '31 février 2026', 'a day that the calendar has, not "31 février 2026"'],
  [french, '2026', 'a date written as D MMMM YYYY, such as 2 mars 2026, not "2026"'],
  [french, '2 march 2026', 'such as 2 mars 2026, not "2 march 2026"'],
  [{ date: "DDDD D 'of' MMM YY HH:mm" }, '2026', 'such as Monday 2 of Mar 26 09:30, not "2026"'],
  [{ date: 'D.M.YYYY H:mm' }, '3.3.2026 24:00', 'a time of the day, not "3.3.2026 24:00"'],
  ['excelDate', '2026-01-31', 'this is already a date: leave the step out, not "2026-01-31"'],
])('%j of %j: %s', (step, cell, reason) => {
  const made = transformOf(step)(cell);
  expect(made instanceof Unfit ? made.expected : made).toContain(reason);
});
