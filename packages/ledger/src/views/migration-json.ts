import { migrationStatuses, stepStatuses, type MigrationRun } from '../migrations/index.ts';
import { definitionUploadSchema } from '../model/upload.ts';
import * as z from 'zod';
import { mailEventJson } from './run-json.ts';

/** A start of a migration, as the history API returns it. */
export const migrationJsonSchema = z.looseObject({
  migrationId: z.string(),
  name: z.string(),
  scheduledAt: z.string(),
  startedBy: z.string(),
  /** The version of the definition, and who uploaded it. Starts of earlier versions have none. */
  definitionUpload: definitionUploadSchema.optional(),
  status: z.enum(migrationStatuses),
  dryRun: z.boolean(),
  reason: z.string().optional(),
  reasonCodes: z.array(z.string()).readonly().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  notice: z.looseObject({ state: z.string() }).optional(),
  mailEvents: z.array(mailEventJson).readonly().optional(),
  undo: z
    .looseObject({
      at: z.string().optional(),
      by: z.string().optional(),
      counts: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
  steps: z.array(
    z.looseObject({
      number: z.int(),
      name: z.string().nullable(),
      source: z.string().nullable(),
      sheet: z.string().optional(),
      status: z.enum(stepStatuses),
      runIds: z.array(z.string()).readonly(),
      counts: z.record(z.string(), z.number()).optional(),
      reason: z.string().optional(),
      reasonCodes: z.array(z.string()).readonly().optional(),
    }),
  ),
});
export type MigrationJson = z.infer<typeof migrationJsonSchema>;

/** A start without its whole definition and its recipients. */
export function migrationView(migration: MigrationRun): MigrationJson {
  const {
    definition,
    emails: _emails,
    execution: _execution,
    head: _head,
    version: _version,
    ...view
  } = migration;
  const steps = view.steps.map((step, at) => {
    const { name, file, prefix, sheet } = definition?.steps[at] ?? {};
    return {
      number: at + 1,
      name: name ?? null,
      source: file ?? prefix ?? null,
      ...(sheet && { sheet }),
      ...step,
    };
  });
  return { ...view, steps };
}

/** A definition, with its last start. */
export const definitionsSchema = z.array(
  z.looseObject({
    name: z.string(),
    schedule: z.string().nullable().optional(),
    timeZone: z.string().optional(),
    nextFire: z.string().nullable().optional(),
    /** When it starts in the next 30 days, the first 100 times. */
    upcoming: z.array(z.string()).optional(),
    plannedSteps: z
      .array(
        z.looseObject({
          name: z.string().nullable(),
          source: z.string().nullable(),
          sheet: z.string().optional(),
        }),
      )
      .optional(),
    paused: z.boolean().optional(),
    /** Where its file is wrong. */
    problems: z.array(z.string()).optional(),
    lastStart: migrationJsonSchema.nullable(),
  }),
);
export type DefinitionJson = z.infer<typeof definitionsSchema>[number];
