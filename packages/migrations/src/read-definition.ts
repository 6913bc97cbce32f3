import { parseJson, wrongNameIn } from '@sluice/contract';
import type { z } from 'zod';
import { definitionSchema, migrationLimits, type Definition } from './definition.ts';
import { readSchedule, type Schedule } from './schedule/index.ts';

/** A mistake in a definition, with its place: `steps[2].lookup`. */
export interface Problem {
  readonly path: string;
  readonly expected: string;
  /** In the notation of the file. */
  readonly example?: string | undefined;
}

export type ReadDefinition =
  | {
      readonly kind: 'migration';
      readonly definition: Definition;
      /** Absent if the migration is started only by hand. */
      readonly schedule?: Schedule | undefined;
      /** Undefined if its schedule has no time left. */
      readonly nextFire?: Date | undefined;
    }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** The name of a migration is that of its file and of its EventBridge schedule. */
const nameForm = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,59}$/;
const folder = 'migrations/';

/** `migrations/nightly.json` → `nightly`; undefined for all else, such as data in folders below. */
export function migrationOfKey(key: string): string | undefined {
  const [, name] = /^migrations\/([^/]+)\.json$/.exec(key) ?? [];
  return name;
}

export const keyOfMigration = (name: string): string => `${folder}${name}.json`;

export function isMigrationName(name: string): boolean {
  return nameForm.test(name);
}

/** Reads the text of `migrations/<name>.json`. Pure: `now` decides whether its schedule can still fire. */
export function readDefinition(name: string, text: string, now: Date): ReadDefinition {
  const namely = nameProblem(name) ?? sizeProblem(text);
  if (namely !== undefined) return refused(namely);
  const json = parseJson(text.replace(/^\ufeff/u, ''));
  if (json === undefined)
    return refused({
      path: '',
      expected: 'JSON',
      example: '{ "steps": [{ "file": "migrations/people.csv", … }] }',
    });
  const wrong = wrongNameIn(text);
  if (wrong !== undefined) return refused({ path: '', expected: `each name once: ${wrong}` });
  const parsed = definitionSchema.safeParse(json);
  if (!parsed.success) return refused(...parsed.error.issues.flatMap(problemsOf));
  return withSchedule(parsed.data, now);
}

function withSchedule(definition: Definition, now: Date): ReadDefinition {
  if (definition.schedule === undefined) return { kind: 'migration', definition };
  const read = readSchedule(definition.schedule, definition.timeZone);
  if (read.kind === 'refused') {
    return refused({ path: 'schedule', expected: read.expected, example: JSON.stringify(read.example) });
  }
  const { schedule } = read;
  const nextFire = schedule.next(now);
  // A schedule for a single time that is over is no mistake. One that can never fire is.
  if (nextFire === undefined && schedule.kind !== 'at') return refused(neverFires(definition.schedule));
  return { kind: 'migration', definition, schedule, nextFire };
}

const neverFires = (schedule: string): Problem => ({
  path: 'schedule',
  expected: `a schedule that still fires: ${schedule} never does`,
  example: '"cron(30 2 L * ? *)" for the last day of each month',
});

function nameProblem(name: string): Problem | undefined {
  if (isMigrationName(name)) return undefined;
  const expected =
    'a file name of at most 60 letters, digits, dots, hyphens and underscores, beginning with a letter or digit';
  return { path: 'name', expected, example: 'migrations/nightly-people.json' };
}

function sizeProblem(text: string): Problem | undefined {
  const most = migrationLimits.definitionBytes;
  return text.length > most ? { path: '', expected: `at most ${most} bytes` } : undefined;
}

const examples: Readonly<Record<string, string>> = {
  schedule: '"cron(30 2 * * ? *)"',
  timeZone: '"Europe/Berlin"',
  steps:
    '[{ "file": "migrations/people/people.xlsx", "sheet": "Clients", "schema": "client", "lookup": "email" }]',
  file: '"migrations/people/people.xlsx"',
  prefix: '"migrations/people/clients/"',
  sheet: '"Clients"',
  bucket: '"our-exports"',
  schema: '"client"',
  lookup: '"email"',
  profile: '"members"',
  ifStepFails: '"undo"',
  ifRunning: '"queue"',
  ifEmpty: '"goOn"',
  startWithin: '"2 hours"',
  emails: '["team@example.com"]',
  dryRun: 'true',
};

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      expected: 'an existing setting',
      example: Object.keys(examples).join(', '),
    }));
  const last = issue.path.findLast((part) => typeof part === 'string') ?? '';
  const expected = issue.message.startsWith('expected')
    ? issue.message.slice('expected '.length)
    : issue.message.replace(/^Invalid (?:input|option): expected /u, '');
  return [{ path: pathOf(issue.path), expected, example: examples[String(last)] }];
}

/** `["steps", 2, "lookup"]` → `steps[2].lookup` */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./u, '');
}

const refused = (...problems: Problem[]): ReadDefinition => ({ kind: 'refused', problems });

/** One line for a person. */
export function problemText({ path, expected, example }: Problem): string {
  const place = path === '' ? '' : `${path}: `;
  return `${place}expected ${expected}${example === undefined ? '' : `. Example: ${example}`}`;
}

export function refusalText(name: string, problems: readonly Problem[]): string {
  return `${keyOfMigration(name)} cannot be used. ${problems.map(problemText).join('; ')}.`;
}
