import {
  jsonMistake,
  parseJson,
  reasonOf,
  shapeProblems,
  whyOf,
  wrongNameIn,
  type Why,
} from '@sluice/contract';
import * as z from 'zod';
import { definitionSchema, migrationLimits, type Definition } from './definition.ts';
import { readSchedule, type Schedule } from '@sluice/aws-kit/schedule';
import { looseSteps, stepProblems, type LooseStep } from './step-problems.ts';

export type ReadDefinition =
  | {
      readonly kind: 'migration';
      readonly definition: Definition;
      /** Absent if the migration is started only by hand. */
      readonly schedule?: Schedule | undefined;
      /** Undefined if its schedule has no time left. */
      readonly nextFire?: Date | undefined;
    }
  | {
      readonly kind: 'refused';
      /** A sentence for each mistake. */
      readonly problems: readonly string[];
      /** The texts of its steps, as far as they can be read. */
      readonly steps: readonly LooseStep[];
    };

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

/** Reads the text of `migrations/<name>.json`, and finds every mistake at once. Pure: `now` decides whether its schedule can still fire. */
export function readDefinition(name: string, text: string, now: Date): ReadDefinition {
  const named = isMigrationName(name) ? [] : [wrongName];
  const plain = text.replace(/^\ufeff/u, '');
  const json = plain.length > migrationLimits.definitionBytes ? undefined : parseJson(plain);
  if (json === undefined) return { kind: 'refused', problems: [...named, notJson(plain)], steps: [] };
  const twice = wrongNameIn(text);
  const parsed = definitionSchema.safeParse(json);
  const steps = looseSteps(json);
  const { schedule, nextFire, problem } = readDue(json, now);
  const problems = [
    ...named,
    ...(twice === undefined ? [] : [twice]),
    ...(parsed.success ? [] : shapeProblems({ schema: definitionSchema, json, words }, parsed.error.issues)),
    ...steps.flatMap((step, at) => stepProblems(step).map((what) => `step ${at + 1}: ${what}`)),
    ...(problem === undefined ? [] : [`schedule: ${problem}`]),
  ];
  return parsed.success && problems.length === 0
    ? { kind: 'migration', definition: parsed.data, schedule, nextFire }
    : { kind: 'refused', problems, steps };
}

const words = { entries: { steps: 'step' } };

const dueSchema = z
  .object({
    schedule: z.string().optional(),
    timeZone: definitionSchema.shape.timeZone.catch('UTC'),
    paused: definitionSchema.shape.paused.catch(false),
  })
  .catch({ timeZone: 'UTC', paused: false });

interface Due {
  readonly schedule?: Schedule | undefined;
  readonly nextFire?: Date | undefined;
  readonly problem?: string;
}

function readDue(json: unknown, now: Date): Due {
  const { schedule: expression, timeZone, paused } = dueSchema.parse(json);
  if (expression === undefined) return {};
  const read = readSchedule(expression, timeZone);
  if (read.kind === 'refused') return { problem: `expected ${read.expected}, such as "${read.example}"` };
  const { schedule } = read;
  const nextFire = schedule.next(now);
  // A schedule for a single time that is over is no mistake. One that can never fire is.
  if (nextFire !== undefined || schedule.kind === 'at')
    return { schedule, nextFire: paused ? undefined : nextFire };
  return { problem: `${expression} never fires; for the last day of each month write "cron(30 2 L * ? *)"` };
}

const wrongName =
  'its name may have letters, digits, dots, hyphens and underscores, at most 60, such as nightly-people.json';

function notJson(text: string): string {
  const most = migrationLimits.definitionBytes;
  return text.length > most ? `it has more than ${most} bytes` : `it is not JSON: ${jsonMistake(text) ?? ''}`;
}

/** Why a definition cannot be used. */
export function refusalOfDefinition(name: string, problems: readonly string[]): Why {
  const mistakes = problems.map((problem) => (problem.endsWith('?') ? problem : `${problem}.`)).join(' ');
  return whyOf(reasonOf('definition_unusable', { file: keyOfMigration(name), mistakes }));
}
