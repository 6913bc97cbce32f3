import * as z from 'zod';
import { shownName } from '../imports/import-problems.ts';
import { meantBy } from './near-names.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** How parts of a JSON file are named to its writer. */
export interface ShapeWords {
  /** What an entry is called, by the name of its list: `step 3` instead of `entry 3 of steps`. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Lists by name whose entries have sentences of their own. */
  readonly rules?: {
    /** The name of the object with these lists. */
    readonly of: string;
    readonly entry: string;
    readonly wrong: (input: unknown) => string;
  };
}

/** One sentence for each thing that is wrong with the shape of a JSON file: where, what, and what was expected. */
export function shapeProblems(
  {
    schema,
    json,
    words = {},
  }: { readonly schema: z.ZodType; readonly json: unknown; readonly words?: ShapeWords },
  issues: readonly Issue[],
): string[] {
  return issues.flatMap((issue) => {
    const hasRule = isRule(issue.path, words);
    if (issue.code === 'unrecognized_keys' && !hasRule)
      return issue.keys.map((key) => unknownKey({ schema, words, path: issue.path, key }));
    const input = issue.path.reduce<unknown>(memberOf, json);
    const problem = hasRule ? words.rules?.wrong(input) : undefined;
    return sentence(placeOf(issue.path, words), problem ?? shapeProblem(issue, input));
  });
}

const sentence = (place: string, problem: string): string =>
  place === '' ? problem : `${place}: ${problem}`;

interface UnknownKey {
  readonly schema: z.ZodType;
  readonly words: ShapeWords;
  readonly path: Path;
  readonly key: string;
}

function unknownKey({ schema, words, path, key }: UnknownKey): string {
  const keys = keysAt(schema, path);
  const near = meantBy(key, keys);
  const name = shownName(key);
  if (path.length === 0) {
    const hint =
      near === undefined ? `Expected: an object with: ${keys.join(', ')}` : `did you mean "${near}"?`;
    return `there is no setting "${name}"${near === undefined ? '. ' : '; '}${hint}`;
  }
  const all = [keys.slice(0, -1).join(', '), ...keys.slice(-1)].filter(Boolean).join(' and ');
  const place = placeOf(path, words);
  return near === undefined
    ? `${place} takes ${all}, not "${name}"`
    : `${place} has no setting "${name}"; did you mean "${near}"?`;
}

/** The keys of the object at a place. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let at: unknown = schema;
  for (const part of [...path, undefined]) {
    while (at instanceof z.ZodDefault || at instanceof z.ZodOptional) at = at.unwrap();
    if (part === undefined) break;
    if (at instanceof z.ZodArray) at = at.element;
    else at = at instanceof z.ZodObject ? memberOf(at.shape, part) : undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function memberOf(of: unknown, part: PropertyKey): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, part) ? Reflect.get(of, part) : undefined;
}

const isRule = (path: Path, { rules }: ShapeWords): boolean =>
  rules !== undefined && path.at(-3) === rules.of && typeof path.at(-1) === 'number';

/** `['transforms', 'name', 0, 'take']` → `take of step 1 of name` */
function placeOf(path: Path, words: ShapeWords): string {
  const at = path.findLastIndex((part) => typeof part === 'number');
  const names = path
    .slice(at + 1)
    .map((part) => shownName(String(part)))
    .join('.');
  if (at < 0) return names;
  const number = Number(path[at]) + 1;
  const list = String(path[at - 1]);
  const own = words.entries?.[list];
  const entry = isRule(path.slice(0, at + 1), words)
    ? [`${words.rules?.entry ?? ''} ${number}`, shownName(list), placeOf(path.slice(0, at - 2), words)]
    : own === undefined
      ? [`entry ${number}`, placeOf(path.slice(0, at), words)]
      : [`${own} ${number}`, placeOf(path.slice(0, at - 1), words)];
  return [names, ...entry].filter(Boolean).join(' of ');
}

/** What is wrong with a value, in words of ours. Whatever a schema states itself is a sentence already. */
export function shapeProblem(issue: Issue, input: unknown): string {
  if (!/^(?:Invalid|Too|Unrecognized) /u.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.flat().find(({ path }) => path.length > 0);
    if (deeper !== undefined && typeof input === 'object') {
      const place = placeOf(deeper.path, {});
      return `${place}: ${shapeProblem(deeper, deeper.path.reduce<unknown>(memberOf, input))}`;
    }
  }
  const expected = expectationOf(issue);
  if (input === undefined) return `it is missing; expected ${expected}`;
  if (expected === 'a list' && typeof input === 'string')
    return `write a list: [${/^[\d, ]+$/u.test(input) ? input : JSON.stringify(shownName(input))}]`;
  return `expected ${expected}${notThis(input)}`;
}

/** Short values only: a long one helps nobody. */
function notThis(input: unknown): string {
  if (typeof input === 'object' || input === '') return '';
  const shown = typeof input === 'string' ? `"${shownName(input)}"` : String(input);
  return shown.length > 30 ? '' : `, not ${shown}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  array: 'a list',
  object: 'an object in { }',
  record: 'an object in { }',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};
const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as ops@example.com',
  url: 'a web address such as https://records.example.org',
  date: 'a date such as 2026-03-01',
  datetime: 'a time such as 2026-03-01T09:00:00Z',
};
const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function expectationOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'another value';
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'too_small':
      return `at least ${amount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `at most ${amount(issue.maximum, issue.origin)}`;
    case 'invalid_format':
      if (issue.format === 'ends_with' && 'suffix' in issue)
        return `a text that ends with "${String(issue.suffix)}"`;
      return formats[issue.format] ?? 'a text of another format';
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((issues) => issues.slice(0, 1).map(expectationOf)))].join(
        ' or ',
      );
    default:
      return 'another value';
  }
}

function amount(number: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit === undefined ? String(number) : `${number} ${number === 1 ? unit[0] : unit[1]}`;
}
