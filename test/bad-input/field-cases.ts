import type { BadCase, Verdict } from './bad-case.ts';
import type { Base } from './bases.ts';
import { objectsIn, placesOf, shown, valueAt, withValue, type Place } from './places.ts';
import { fits, type Schema } from './schema.ts';
import { withField, written, wrongNames, wrongValues } from './wrong-values.ts';

/** Every wrong value of each field, one at a time, so that the refusal must name the field. */
export function fieldCases(base: Base): BadCase[] {
  const { body, schema } = base;
  const places = placesOf(schema, body).filter(({ path }) => path[0] !== 'apiKey' && path[0] !== 'apiSecret');
  return [
    caseOf(base, 'as it is', { body: written(body), path: [] }),
    ...places.flatMap((place) => wrongOf(base, place)),
    ...objectsIn(body).flatMap((path) => wrongNames.map((name) => unknownField(base, path, name))),
    ...credentialCases(base),
  ];
}

function wrongOf(base: Base, { path, schema, required }: Place): BadCase[] {
  const values = [...wrongValues, ...bounds(schema, valueAt(base.body, path))];
  const wrong = values.map((value, at) =>
    caseOf(base, `${shown(path)}: ${at}`, { body: written(withValue(base.body, path, value)), path }),
  );
  // A missing entry is a problem of its list.
  const missed = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  const without = { body: written(withValue(base.body, path, undefined)), path: missed };
  return [...wrong, caseOf(base, `${shown(path)}: ${required ? 'missing' : 'left out'}`, without)];
}

/** Values at the limits and one beyond: characters, entries, numbers. */
function bounds(schema: Schema, present: unknown): unknown[] {
  return (schema.anyOf ?? [schema]).flatMap(
    ({ minLength, maxLength, minItems, maxItems, minimum, maximum }) => [
      ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
      ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
      ...(maxItems === undefined || !Array.isArray(present)
        ? []
        : [Array.from({ length: maxItems + 1 }, () => valueAt(present, [0]))]),
      ...(minItems === undefined ? [] : [[]]),
      ...(minimum === undefined ? [] : [minimum - 1, minimum]),
      ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ],
  );
}

function unknownField(base: Base, path: Place['path'], name: string): BadCase {
  const object = valueAt(base.body, path);
  // A spread would lose an own `__proto__`.
  const added = Object.assign(withField(name, 'value'), object);
  const body = written(path.length === 0 ? added : withValue(base.body, path, added));
  const made = caseOf(base, `${shown(path)} with the field ${JSON.stringify(name).slice(0, 30)}`, {
    body,
    path,
  });
  const { names: _, ...rest } = made;
  return { ...rest, verdict: 'refused', ...(/^[a-zA-Z_]{2,40}$/.test(name) && { names: [name] }) };
}

/** A wrong credential in the body is refused even with right ones in the headers. */
function credentialCases({ operation, body }: Base): BadCase[] {
  return ['apiKey', 'apiSecret'].flatMap((name) =>
    wrongValues.map((value, at): BadCase => {
      const text = written({ ...body, [name]: value });
      const verdict = parsed(text) === undefined ? 'refused' : 'unauthorized';
      return { title: `${operation}: ${name}: ${at}`, operation, body: text, verdict };
    }),
  );
}

function caseOf(
  { operation, schema }: Base,
  what: string,
  { body, path }: { body: string; path: Place['path'] },
): BadCase {
  const verdict = verdictOf(schema, body);
  // A value that fits the schema may be refused by its list.
  const named = verdict === 'either' && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  const names = parsed(body) === undefined ? ['body'] : namesOf(named);
  const opensSet = path[0] === 'recordSets' && (path[2] === 'schema' || path[2] === 'lookup');
  return {
    title: `${operation}: ${what}`,
    operation,
    body,
    verdict: path.length === 0 ? 'taken' : verdict,
    ...(path.length > 0 && !(opensSet && verdict === 'either') && { names }),
    ...(opensSet && { mayShowValue: true }),
  };
}

/** The texts that a refusal may name: the path, the field of an imported record, or the number of the record. */
function namesOf(path: Place['path']): string[] {
  const isRecords = path[0] === 'recordSets' && path[2] === 'records';
  // What is wrong of an expectation may be that it has this field, or not.
  if (path[0] === 'recordSets' && path[2] === 'expects') return [shown(path.slice(0, 4))];
  if (isRecords && path.length > 4) return [`${String(path[4])}: `];
  return isRecords ? [shown(path), 'record 1 (set 1, record 1): '] : [shown(path)];
}

export function verdictOf(schema: Schema, body: string): Verdict {
  const value = parsed(body);
  return value !== undefined && fits(schema, value) ? 'either' : 'refused';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
