import type * as z from 'zod';
import { ApiError } from '../wire/api-error.ts';
import { shownName } from '../imports/import-problems.ts';
import { tooLong } from '../wire/too-long.ts';

const most = 20;

/** Parses a request, or refuses it with `invalid_request` and the path and expectation of each wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const long = tooLong(schema, value);
  if (long) throw new ApiError('invalid_request', `${shownPath(long.path)}: ${long.message}`);
  const result = schema.safeParse(value, { error: expectation });
  if (result.success) return result.data;
  throw new ApiError('invalid_request', describeIssues(result.error.issues));
}

/** One line for each wrong field, up to twenty; never with the value that was sent. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.slice(0, most).map(({ path, message }) => `${shownPath(path)}: ${message}`);
  const more = issues.length - lines.length;
  return more === 0 ? lines.join('\n') : [...lines, `and ${more} more`].join('\n');
}

function shownPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shownName(String(key))}`))
    .join('')
    .replace(/^\./u, '');
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The message where a schema has none of its own. */
export function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of: '}${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `expected no field ${issue.keys.slice(0, most).map(shownName).join(', ')}`;
    default:
      return 'expected another value';
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
