import { shownName } from '@sluice/contract';
import { z } from 'zod';
import { meantBy } from '../columns/near-names.ts';
import { wrongStep } from '../transforms/wrong-step.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One sentence for each thing that is wrong with the shape of a profile: where, what, and what was expected. */
export function shapeProblems(schema: z.ZodType, json: unknown, issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys' && !isStep(issue.path))
      return issue.keys.map((key) => unknownKey(schema, issue.path, key));
    const place = placeOf(issue.path);
    const input = issue.path.reduce<unknown>(memberOf, json);
    return `${place === '' ? '' : `${place}: `}${isStep(issue.path) ? wrongStep(input) : problemOf(issue, input)}`;
  });
}

function unknownKey(schema: z.ZodType, path: Path, key: string): string {
  const keys = keysAt(schema, path);
  const near = meantBy(key, keys);
  const name = shownName(key);
  if (path.length === 0) {
    const hint =
      near === undefined ? `Expected: an object with: ${keys.join(', ')}` : `did you mean "${near}"?`;
    return `there is no setting "${name}"${near === undefined ? '. ' : '; '}${hint}`;
  }
  const all = [keys.slice(0, -1).join(', '), ...keys.slice(-1)].filter(Boolean).join(' and ');
  const place = placeOf(path);
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

const isStep = (path: Path): boolean => path.at(-3) === 'transforms' && typeof path.at(-1) === 'number';

/** `['transforms', 'name', 0, 'take']` → `take of step 1 of name` */
function placeOf(path: Path): string {
  const at = path.findLastIndex((part) => typeof part === 'number');
  const names = path
    .slice(at + 1)
    .map((part) => shownName(String(part)))
    .join('.');
  if (at < 0) return names;
  const number = Number(path[at]) + 1;
  const entry = isStep(path.slice(0, at + 1))
    ? [`step ${number}`, shownName(String(path[at - 1])), placeOf(path.slice(0, at - 2))]
    : path[at - 1] === 'records'
      ? [`record ${number}`]
      : [`entry ${number}`, placeOf(path.slice(0, at))];
  return [names, ...entry].filter(Boolean).join(' of ');
}

function problemOf(issue: Issue, input: unknown): string {
  // Whatever a schema states itself is a sentence already.
  if (!/^(?:Invalid|Too|Unrecognized) /u.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.flat().find(({ path }) => path.length > 0);
    if (deeper !== undefined && typeof input === 'object') {
      const place = placeOf(deeper.path);
      return `${place}: ${problemOf(deeper, deeper.path.reduce<unknown>(memberOf, input))}`;
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
      return issue.format === 'email'
        ? 'an e-mail address such as ops@example.com'
        : 'a text of another format';
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
