import * as z from 'zod';
import { choiceSchema, revertSchema, rowCountsSchema } from '../model/submission.ts';

const at = z.string();
const owner = z.string();
const reason = z.string();
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), at, ...shape });

/** What can happen to a submission. `at` is the time of the event. */
export const submissionEventSchema = z.discriminatedUnion('type', [
  /** A worker begins to send: planned → sending, with a new attempt. `owner` identifies one invocation of a worker. */
  event('sendStarted', { owner, leaseUntil: z.string(), keyed: z.literal(true).optional() }),
  /** Nothing reached the service: sending → planned. Also settles an `unknown` attempt of this owner. */
  event('notSent', { owner, reason }),
  /** Try again later: sending → parked. `outcome` is that of the attempt. Also settles an `unknown` attempt of this owner. */
  event('parked', { owner, notBefore: z.string(), reason, outcome: z.enum(['not_sent', 'rejected']) }),
  /** Nothing was sent, and nothing may be sent before then: planned → parked, without an attempt. */
  event('deferred', { notBefore: z.string(), reason }),
  /** The service gave an importId. From any state: an importId is never dropped (invariant 4). */
  event('accepted', { owner, importId: z.string() }),
  /** Timeout, reset, or an unusable answer: sending → unknown. */
  event('ambiguous', { owner, reason }),
  /** The lease ended without an outcome: sending → unknown. Refused before `leaseUntil`. */
  event('leaseExpired', {}),
  /** Parked long enough, or safe to repeat: parked | unknown → planned. */
  event('requeued', { reason }),
  /**
   * The service refused some rows of a dry run, which is repeated without them: accepted | sending → parked; planned → planned.
   * Each round once, in order. With an owner it comes from that worker's own attempt, with an importId from that import.
   */
  event('rowsSetAside', {
    owner: owner.optional(),
    importId: z.string().optional(),
    round: z.int(),
    sha256: z.string(),
    asked: z.int(),
  }),
  /**
   * The outcome is known: accepted | sending → succeeded, invalid or failed; planned | parked → failed only. With an owner it
   * comes from that worker's own attempt, and is refused if another attempt has begun since. With an importId it comes from that
   * import, and is refused if another one is awaited.
   */
  event('ended', {
    owner: owner.optional(),
    importId: z.string().optional(),
    status: z.enum(['succeeded', 'invalid', 'failed']),
    counts: rowCountsSchema,
    reason: reason.optional(),
    previewSha256: z.string().optional(),
    /** The hash of what the service keeps of the values of this import, as its preview said. */
    valuesSha256: z.string().optional(),
    recordCounts: rowCountsSchema.optional(),
  }),
  /**
   * A person decides on a real submission with unknown rows. The choice gives the next status. Each question of the run is
   * answered once for each submission, and the same answer again changes nothing.
   */
  event('decided', {
    by: z.string(),
    question: z.int(),
    choice: choiceSchema,
    importId: z.string().optional(),
  }),
  /** Its plan was approved: succeeded → planned, for another dry run. Once for each check, which only increases. */
  event('recheckRequested', { check: z.int() }),
  /** An undo of the run has reverted one import of this batch. Once for each importId, which the batch must have. */
  event('reverted', revertSchema.shape),
]);
export type SubmissionEvent = z.infer<typeof submissionEventSchema>;
export type SubmissionEventType = SubmissionEvent['type'];
