import { expectationOf, importSchema, limits, lookupNamed, refusalOf } from '@sluice/contract';
import { z } from 'zod';
import { durationMs } from './duration.ts';

export const migrationLimits = { steps: 20, filesOfStep: 100, definitionBytes: 64 * 1024 } as const;

const zone = { type: 'timezone' } as const;
/** Below `migrations/` in the drop bucket, or in another place that the stage allows. */
const keySchema = z.string().min(1).max(1024);

/** One step: a file, or all files below a prefix, imported under one profile or schema and lookup. */
const stepSchema = z
  .strictObject({
    name: z.string().min(1).max(100).optional(),
    file: keySchema.optional(),
    prefix: keySchema.endsWith('/').optional(),
    /** The drop bucket by default. */
    bucket: z.string().min(3).max(63).optional(),
    sheet: z.string().min(1).max(31).optional(),
    profile: z.string().min(1).optional(),
    schema: z.string().min(1).optional(),
    lookup: z.string().min(1).optional(),
    /** What to do if the file is missing, or the folder has no files. */
    ifEmpty: z.enum(['fail', 'goOn']).default('fail'),
  })
  .superRefine((step, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((step.file === undefined) === (step.prefix === undefined))
      issue('file', 'expected a file, or a prefix, and not both');
    if (step.profile !== undefined) {
      if (step.schema !== undefined || step.lookup !== undefined)
        issue('profile', 'expected a profile alone, or schema and lookup');
      return;
    }
    if (step.schema === undefined) return issue('schema', 'expected a schema with a lookup, or a profile');
    const schema = importSchema(step.schema);
    if (schema === undefined) return issue('schema', `expected an existing schema, not ${step.schema}`);
    if (step.lookup === undefined || lookupNamed(schema, step.lookup) === undefined)
      issue('lookup', `expected one of: ${schema.lookups.join(', ')}`);
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
    .refine((text) => durationMs(text) !== undefined, 'expected a number of minutes, hours or days')
    .default('1 day'),
  /** The addresses to notify; the stack's default address if absent. */
  emails: z.array(z.email()).min(1).max(limits.notificationEmails).optional(),
  /** Every step is dry-run, and nothing is written. */
  dryRun: z.boolean().default(false),
});
export type Definition = z.infer<typeof definitionSchema>;
export type Step = Definition['steps'][number];
