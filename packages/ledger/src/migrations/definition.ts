import { expectationOf, limits, refusalOf } from '@sluice/contract';
import * as z from 'zod';
import { durationMs } from './duration.ts';

export const migrationLimits = { steps: 20, filesOfStep: 100, definitionBytes: 64 * 1024 } as const;

const zone = { type: 'timezone' } as const;
/** Below `migrations/` in the drop bucket, or in another place that the stage allows. */
const keySchema = z.string().min(1).max(1024);

/** One step: a file, or all files below a prefix, imported under one profile or schema and lookup. See `stepProblems`. */
const stepSchema = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  file: keySchema.optional(),
  prefix: keySchema.endsWith('/', 'write a "/" at its end, such as "migrations/people/clients/"').optional(),
  /** The drop bucket by default. */
  bucket: z.string().min(3).max(63).optional(),
  sheet: z.string().min(1).max(31).optional(),
  profile: z.string().min(1).optional(),
  schema: z.string().min(1).optional(),
  lookup: z.string().min(1).optional(),
  /** What to do if the file is missing, or the folder has no files. */
  ifEmpty: z.enum(['fail', 'goOn']).default('fail'),
});

/** `migrations/<name>.json`. It is strict, so that people notice settings that do not exist. */
export const definitionSchema = z.strictObject({
  /** Without one it is started only by hand. */
  schedule: z.string().optional(),
  timeZone: z
    .string()
    .refine((name) => name !== '' && refusalOf(zone, name) === undefined, `expected ${expectationOf(zone)}`)
    .default('UTC'),
  steps: z.array(stepSchema).min(1).max(migrationLimits.steps),
  /** `stop`: later steps are not begun. `undo`: all that this migration wrote is also undone. */
  ifStepFails: z.enum(['stop', 'goOn', 'undo']).default('stop'),
  /** What to do with a start while the same migration runs. */
  ifRunning: z.enum(['skip', 'queue']).default('skip'),
  /** A start that is later than this is skipped. */
  startWithin: z
    .string()
    .refine(
      (text) => durationMs(text) !== undefined,
      'expected a number of minutes, hours or days, such as "2 hours"',
    )
    .default('1 day'),
  /** The addresses to notify; the stack's default address if absent. */
  emails: z.array(z.email()).min(1).max(limits.notificationEmails).optional(),
  /** Every step is dry-run, and nothing is written. */
  dryRun: z.boolean().default(false),
  /** Its schedule does not start it; by hand it can still be started. */
  paused: z.boolean().default(false),
});
export type Definition = z.infer<typeof definitionSchema>;
export type Step = Definition['steps'][number];
