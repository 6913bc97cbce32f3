import * as fc from 'fast-check';
import type { BadCase } from './bad-case.ts';
import type { Base } from './bases.ts';
import { verdictOf } from './field-cases.ts';
import { placesOf, withValue } from './places.ts';
import { withField, written, wrongNames, wrongValues } from './wrong-values.ts';

/** Repeat a run by its seed: `SLUICE_BAD_INPUT_SEED=… npx vitest run test/bad-input`. */
export function seedOf(env: Readonly<Record<string, string | undefined>>, now: number): number {
  const seed = Number(env['SLUICE_BAD_INPUT_SEED'] ?? now);
  return Number.isSafeInteger(seed) ? seed % 2 ** 31 : 0;
}

const values = fc.oneof(
  fc.constantFrom(...wrongValues),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.emailAddress(),
);

/** Random edits of a body: values at some of its places, and one edit of its text. */
const edits = fc.array(fc.record({ place: fc.nat(), value: fc.option(values, { nil: undefined }) }), {
  minLength: 1,
  maxLength: 4,
});
const slips = fc.option(
  fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    put: fc.oneof(
      fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '\u0000', '\ufeff', '0', 'e'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  }),
  { nil: undefined, freq: 3 },
);

/** Requests with several wrong values at once, or a typing error anywhere in the text. */
export function badCases(bases: readonly Base[]): fc.Arbitrary<BadCase> {
  const name = fc.option(fc.constantFrom(...wrongNames), { nil: undefined, freq: 6 });
  return fc
    .record({ base: fc.constantFrom(...bases), edits, name, slips })
    .map(({ base, edits: made, name: added, slips: slip }) => {
      const { operation, schema, body } = base;
      const places = placesOf(schema, body).filter(({ path }) => !/^api(Key|Secret)$/.test(String(path[0])));
      const edited = made.reduce<unknown>((before, { place, value }) => {
        const { path } = places[place % places.length] ?? { path: [] };
        return withValue(before, path, value);
      }, body);
      const whole = added === undefined ? edited : Object.assign(withField(added, 'value'), edited);
      const text = slipped(written(whole), slip);
      return {
        title: `${operation}: ${text.slice(0, 300)}`,
        operation,
        body: text,
        // A blank body, even with a byte order mark, counts as no body, which an operation without fields takes.
        verdict: verdictOf(schema, text.trim() === '' ? '{}' : text),
      };
    });
}

function slipped(text: string, slip: { at: number; cut: number; put: string } | undefined): string {
  if (!slip) return text;
  const at = slip.at % (text.length + 1);
  return text.slice(0, at) + slip.put + text.slice(at + slip.cut);
}
