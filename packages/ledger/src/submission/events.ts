import { z } from 'zod';
import { choiceSchema, revertSchema, rowCountsSchema } from '../run/schemas.ts';
import type { SubmissionEvent } from './transitions.ts';

const at = z.string();
const owner = z.string();
const reason = z.string();

/** The events of a submission as the history keeps them. */
export const submissionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send'), at, owner, leaseUntil: z.string() }),
  z.object({ type: z.literal('notSent'), at, owner, reason }),
  z.object({
    type: z.literal('park'),
    at,
    owner,
    notBefore: z.string(),
    reason,
    outcome: z.enum(['not_sent', 'rejected']),
  }),
  z.object({ type: z.literal('hold'), at, notBefore: z.string(), reason }),
  z.object({ type: z.literal('accepted'), at, owner, importId: z.string() }),
  z.object({ type: z.literal('ambiguous'), at, owner, reason }),
  z.object({ type: z.literal('leaseExpired'), at }),
  z.object({ type: z.literal('plan'), at, reason }),
  z.object({
    type: z.literal('again'),
    at,
    owner: owner.optional(),
    importId: z.string().optional(),
    round: z.int(),
    sha256: z.string(),
    asked: z.int(),
  }),
  z.object({
    type: z.literal('decided'),
    at,
    by: z.string(),
    question: z.int(),
    choice: choiceSchema,
    importId: z.string().optional(),
  }),
  revertSchema.extend({ type: z.literal('reverted'), at }),
  z.object({
    type: z.literal('ended'),
    at,
    owner: owner.optional(),
    importId: z.string().optional(),
    status: z.enum(['succeeded', 'invalid', 'failed']),
    counts: rowCountsSchema,
    reason: reason.optional(),
    foretold: z.string().optional(),
  }),
  z.object({ type: z.literal('recheck'), at, check: z.int() }),
]) satisfies z.ZodType<SubmissionEvent>;
