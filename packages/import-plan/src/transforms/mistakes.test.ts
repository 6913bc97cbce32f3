import type { ReasonCode } from '@sluice/contract';
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
test.each<[Compiled, string, ReasonCode, string?]>([
  [{ phone: 'DE' }, 'keine', 'not_phone', 'it is none'],
  [{ phone: 'DE' }, '123', 'not_phone', 'it is too short'],
  [{ phone: 'DE' }, '030 123456 / 0171 1234567', 'not_phone', 'it has several'],
  [{ phone: 'DE' }, '030 123456 ext. 7', 'phone_extension'],
  [french, '31 février 2026', 'no_such_day'],
  [french, '2026', 'not_in_format', 'the profile, `D MMMM YYYY`. Write one such as `2 mars 2026`'],
  [french, '2 march 2026', 'not_in_format', 'such as `2 mars 2026`'],
  [{ date: "DDDD D 'of' MMM YY HH:mm" }, '2026', 'not_in_format', 'such as `Monday 2 of Mar 26 09:30`'],
  [{ date: 'D.M.YYYY H:mm' }, '3.3.2026 24:00', 'no_such_time'],
  ['excelDate', '2026-01-31', 'already_date'],
])('%j of %j: %s', (step, cell, code, why = '') => {
  const made = transformOf(step)(cell);
  const says = expect.stringContaining(why);
  expect(made instanceof Unfit ? made.reason : made).toEqual({ code, value: cell, says });
});
