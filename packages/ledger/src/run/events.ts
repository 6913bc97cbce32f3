import { mailEventSchema, noticeSchema } from '@sluice/mail/notice';
import { z } from 'zod';
import type { RunEvent } from './event.ts';
import { runStatuses } from './model.ts';
import { countsSchema, planSchema, readingSchema, undoCountsSchema } from './schemas.ts';

const at = z.string();

/** The events of a run as the history keeps them. */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('settingsKnown'),
    at,
    schema: z.string(),
    lookup: z.string(),
    profile: z.string().optional(),
    profileSha256: z.string().optional(),
    profileVersionId: z.string().optional(),
    invalidRows: z.literal('skip').optional(),
    mayAsk: z.literal(true).optional(),
    settings: z.string().optional(),
    again: z.literal(true).optional(),
    emails: z.array(z.string()),
  }),
  z.object({
    type: z.literal('read'),
    at,
    sha256: z.string(),
    reading: readingSchema,
    lane: z.string().optional(),
  }),
  z.object({ type: z.literal('laneTaken'), at }),
  z.object({ type: z.literal('blocked'), at, blockedBy: z.string() }),
  z.object({
    type: z.literal('approvalAsked'),
    at,
    check: z.int(),
    reason: z.string(),
    plan: planSchema,
  }),
  z.object({ type: z.literal('approved'), at, by: z.string(), plan: z.string() }),
  z.object({ type: z.literal('decidedToImport'), at, check: z.int().optional() }),
  z.object({
    type: z.literal('rejected'),
    at,
    reason: z.string(),
    sha256: z.string().optional(),
    reading: readingSchema.optional(),
    counts: countsSchema.optional(),
  }),
  z.object({ type: z.literal('needsDecision'), at, reason: z.string(), counts: countsSchema.optional() }),
  z.object({
    type: z.literal('finished'),
    at,
    status: z.enum(['succeeded', 'partly_succeeded', 'failed']),
    reason: z.string().optional(),
    counts: countsSchema.optional(),
  }),
  z.object({ type: z.literal('duplicate'), at, duplicateOf: z.string() }),
  z.object({ type: z.literal('superseded'), at, reason: z.string() }),
  z.object({ type: z.literal('resumed'), at }),
  z.object({ type: z.literal('cancelAsked'), at, by: z.string() }),
  z.object({
    type: z.literal('cancelled'),
    at,
    reason: z.string(),
    reading: readingSchema.optional(),
    quietUntil: z.string().optional(),
    counts: countsSchema.optional(),
  }),
  z.object({ type: z.literal('undoAsked'), at, by: z.string(), lane: z.string().optional() }),
  z.object({ type: z.literal('undone'), at, counts: undoCountsSchema, reportKey: z.string().optional() }),
  z.object({
    type: z.literal('resultWritten'),
    at,
    resultKey: z.string(),
    planKey: z.string().optional(),
    asked: z.int().optional(),
  }),
  z.object({ type: z.literal('heardLate'), at, batch: z.int(), importId: z.string() }),
  z.object({
    type: z.literal('lateEnded'),
    at,
    batch: z.int(),
    importId: z.string(),
    status: z.string(),
    counts: countsSchema.optional(),
  }),
  z.object({ type: z.literal('trackerStarted'), at, trackers: z.int() }),
  z.object({
    type: z.literal('noticeChanged'),
    at,
    notice: noticeSchema,
    about: z.enum(runStatuses).optional(),
    asked: z.int().optional(),
  }),
  z.object({ type: z.literal('reminderDue'), at, number: z.int().positive() }),
  mailEventSchema.extend({ type: z.literal('mailEvent') }),
]) satisfies z.ZodType<RunEvent>;
