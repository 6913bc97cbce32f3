import { mailEventSchema, noticeSchema } from '@sluice/mail/notice';
import { z } from 'zod';
import { definitionSchema } from './definition.ts';
import { migrationStatuses, stepStatuses, type MigrationRun, type StepState } from './model.ts';
import type { MigrationEvent, NewMigration } from './transitions.ts';

const at = z.string();
const count = z.int().nonnegative();
export const stepCountsSchema = z.record(z.string(), count);

const stepStateSchema = z.object({
  status: z.enum(stepStatuses),
  runIds: z.array(z.string()),
  counts: stepCountsSchema.optional(),
  reason: z.string().optional(),
  startedAt: at.optional(),
  endedAt: at.optional(),
}) satisfies z.ZodType<StepState>;

const requestedSchema = z.object({ at, by: z.string() });

/** What is known of a migration's run before anything of it was done. */
export const newMigrationSchema = z.object({
  migrationId: z.string(),
  name: z.string(),
  scheduledAt: at,
  startedBy: z.string(),
  definition: definitionSchema.optional(),
  dryRun: z.boolean(),
  emails: z.array(z.string()),
  execution: z.string(),
}) satisfies z.ZodType<NewMigration>;

export const migrationRunSchema = newMigrationSchema.extend({
  status: z.enum(migrationStatuses),
  steps: z.array(stepStateSchema),
  reason: z.string().optional(),
  createdAt: at,
  startedAt: at.optional(),
  finishedAt: at.optional(),
  cancel: requestedSchema.optional(),
  undo: requestedSchema.extend({ counts: stepCountsSchema.optional() }).optional(),
  notice: noticeSchema.optional(),
  reminders: count.optional(),
  mailEvents: z.array(mailEventSchema).optional(),
  executions: z.int().positive(),
  version: z.int().positive(),
  head: z.string().optional(),
}) satisfies z.ZodType<MigrationRun>;

const reason = z.string();

/** The events of a migration's run as the history keeps them. */
export const migrationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at }),
  z.object({ type: z.literal('skipped'), at, reason }),
  z.object({ type: z.literal('tooLate'), at, reason }),
  z.object({ type: z.literal('stepBegun'), at, step: count, runIds: z.array(z.string()) }),
  z.object({
    type: z.literal('stepEnded'),
    at,
    step: count,
    status: z.enum(['succeeded', 'partly', 'failed', 'empty', 'notBegun']),
    counts: stepCountsSchema.optional(),
    reason: reason.optional(),
  }),
  z.object({
    type: z.literal('finished'),
    at,
    status: z.enum(['succeeded', 'partly', 'failed']),
    reason: reason.optional(),
  }),
  z.object({ type: z.literal('cancelRequested'), at, by: z.string() }),
  z.object({ type: z.literal('cancelled'), at, reason }),
  z.object({ type: z.literal('undoRequested'), at, by: z.string(), reason: reason.optional() }),
  z.object({ type: z.literal('undone'), at, counts: stepCountsSchema, reason: reason.optional() }),
  z.object({ type: z.literal('reminderDue'), at, number: z.int().positive() }),
  z.object({
    type: z.literal('executionStarted'),
    at,
    execution: z.string(),
    executions: z.int().positive(),
  }),
  z.object({ type: z.literal('noticeChanged'), at, notice: noticeSchema, about: z.enum(migrationStatuses) }),
  mailEventSchema.extend({ type: z.literal('mailEvent') }),
]) satisfies z.ZodType<MigrationEvent>;
