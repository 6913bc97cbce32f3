import { mailEventSchema, noticeSchema } from '../notice/notice.ts';
import * as z from 'zod';
import { definitionUploadSchema } from '../model/upload.ts';
import { definitionSchema } from './definition.ts';

export const migrationStatuses = [
  /** Waits for its turn. */
  'planned',
  'running',
  /** Ended: every step succeeded. */
  'succeeded',
  /** Ended: some rows or steps did not land. */
  'partly',
  /** Ended: a step failed, and nothing landed, or the definition could not be used. */
  'failed',
  'undoing',
  /** Ended: a person had it undone. */
  'undone',
  /** Ended: a step failed, and by its rule `undo` all that it wrote was undone. */
  'failed_and_undone',
  /** Ended before it began: the same migration was running, or it was paused. */
  'skipped',
  /** Ended before it began: its time was over. */
  'tooLate',
  'cancelled',
] as const;
export type MigrationStatus = (typeof migrationStatuses)[number];

/** ISO 8601 in UTC. */
const at = z.string();
const count = z.int().nonnegative();
const ids = z.array(z.string()).readonly();

const stepCountsSchema = z.record(z.string(), count);
export type StepCounts = Readonly<z.infer<typeof stepCountsSchema>>;

/** `passed`: of a dry run, which writes nothing. */
const endsOfStep = ['succeeded', 'passed', 'partly', 'failed', 'empty'] as const;

/** Who requests an undo by the rule `undo` of its definition. */
export const byOwnRule = 'this migration';

export const stepStatuses = ['waiting', 'running', ...endsOfStep] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** A reason for a person, and the codes of docs/reasons.md. What an earlier version wrote has no codes. */
const reasonCodes = z.array(z.string()).readonly().optional();
const why = {
  needed: { reason: z.string(), reasonCodes },
  optional: { reason: z.string().optional(), reasonCodes },
};

const stepStateSchema = z.object({
  status: z.enum(stepStatuses),
  runIds: ids,
  counts: stepCountsSchema.optional(),
  /** Why it failed, or what a dry run could not check. */
  ...why.optional,
  startedAt: at.optional(),
  endedAt: at.optional(),
});
export type StepState = Readonly<z.infer<typeof stepStateSchema>>;

const requestSchema = z.object({ at, by: z.string() });

/** Who starts it at its times. */
export const bySchedule = 'schedule';

/** What is known about a start before it begins. */
export const newMigrationSchema = z.object({
  /** Derived from name and scheduled time: a doubled start is the same migration. */
  migrationId: z.string(),
  name: z.string(),
  /** When it was due, or, by hand, requested. */
  scheduledAt: at,
  /** `bySchedule`, or who requested it. */
  startedBy: z.string(),
  /** The definition at the beginning of this start; absent if it could not be used. */
  definition: definitionSchema.optional(),
  definitionUpload: definitionUploadSchema.optional(),
  dryRun: z.boolean(),
  emails: ids,
  /** The current execution of the state machine. */
  execution: z.string(),
});
export type NewMigration = Readonly<z.infer<typeof newMigrationSchema>>;

/** One start of a migration, and all that happened to it. */
export const migrationRunSchema = newMigrationSchema.extend({
  status: z.enum(migrationStatuses),
  steps: z.array(stepStateSchema).readonly(),
  ...why.optional,
  createdAt: at,
  startedAt: at.optional(),
  finishedAt: at.optional(),
  cancel: requestSchema.optional(),
  undo: requestSchema.extend({ counts: stepCountsSchema.optional() }).optional(),
  notice: noticeSchema.optional(),
  /** How many reminders were sent while its runs waited for a person. */
  reminders: count.optional(),
  /** The newest reports about its mails. The history has all of them. */
  mailEvents: z.array(mailEventSchema).readonly().optional(),
  /** How many executions there were. */
  executions: z.int().positive(),
  /** Increases by one with every write. */
  version: z.int().positive(),
  /** The hash of the last event of its history. */
  head: z.string().optional(),
});
export type MigrationRun = Readonly<z.infer<typeof migrationRunSchema>>;

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), at, ...shape });

/** What can happen to a start of a migration. Steps count from 0. */
export const migrationEventSchema = z.discriminatedUnion('type', [
  /** Its turn has come: planned → running. */
  event('started', {}),
  event('skipped', why.needed),
  event('tooLate', why.needed),
  /** Sets the runs of a step, which never change afterwards. */
  event('stepBegun', { step: count, runIds: ids }),
  event('stepEnded', {
    step: count,
    status: z.enum(endsOfStep),
    counts: stepCountsSchema.optional(),
    ...why.optional,
  }),
  event('finished', { status: z.enum(['succeeded', 'partly', 'failed']), ...why.optional }),
  /** Somebody wants it to stop. From now on only `cancelled` ends it. */
  event('cancelRequested', { by: z.string() }),
  event('cancelled', why.needed),
  /** A person, or its own rule (with the reason), wants everything undone that its runs wrote. */
  event('undoRequested', { by: z.string(), ...why.optional }),
  /** The status follows from who requested it. */
  event('undone', {
    status: z.enum(['undone', 'failed_and_undone']),
    counts: stepCountsSchema,
    ...why.optional,
  }),
  /** One of its runs still waits for a person a day after the last notice, so another is due. Each number once. */
  event('reminderDue', { number: z.int().positive() }),
  /** Another execution was started. Once for each number, which only increases. */
  event('executionStarted', { execution: z.string(), executions: z.int().positive() }),
  /** Its notice was intended, sent or refused. The event is refused if its status is no longer `about`. */
  event('noticeChanged', { notice: noticeSchema, about: z.enum(migrationStatuses) }),
  /** The mail service reported about a mail, perhaps after the migration ended. */
  mailEventSchema.extend({ type: z.literal('mailEvent') }),
]);
export type MigrationEvent = Readonly<z.infer<typeof migrationEventSchema>>;
export type MigrationEventType = MigrationEvent['type'];
