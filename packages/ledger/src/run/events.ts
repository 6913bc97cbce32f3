import { mailEventSchema, noticeSchema } from '../notice/notice.ts';
import * as z from 'zod';
import { turnSchema } from '../model/lane.ts';
import {
  approvalNeedsSchema,
  countsSchema,
  crossedSchema,
  erasureSchema,
  knownSettingsSchema,
  lostTimeSchema,
  planSchema,
  proposalSchema,
  revertedImportSchema,
  runStatuses,
  undoCountsSchema,
} from '../model/run.ts';
import { readingSchema } from '../model/reading.ts';

const at = z.string();
/** The text for a person, and the codes of the reasons in it; events of earlier versions have none. */
const why = { reason: z.string(), reasonCodes: z.array(z.string()).readonly().optional() };
const counts = countsSchema.optional();
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), at, ...shape });

/** What can happen to a run. `at` is the time of the event. The ledger adds the `counts` itself. */
export const runEventSchema = z.discriminatedUnion('type', [
  /** The inbox folder was understood. */
  event('settingsKnown', knownSettingsSchema.shape),
  /** The sheet was read to its end and every batch is in the ledger: reading → queued in this lane, or checking without one. */
  event('read', {
    sha256: z.string(),
    reading: readingSchema,
    lane: z.string().optional(),
    ...approvalNeedsSchema.shape,
  }),
  /** The run has its lane: queued → checking; an undo may begin. Only `takeLane` writes it, once no other run needs the lane. */
  event('laneTaken', turnSchema.pick({ passed: true, overtakenBy: true }).shape),
  /** Another run has the lane, or is before this one. */
  event('blocked', { blockedBy: z.string(), ...turnSchema.pick({ standsAside: true }).shape }),
  /** A person must approve the plan of this check before anything is written: checking → awaiting_approval. */
  event('approvalRequested', {
    ...{ check: z.int(), ...why, plan: planSchema },
    crossed: crossedSchema.optional(),
  }),
  /** A person approved the plan with this hash: awaiting_approval → queued, to take its lane and be checked once more. */
  event('approved', { by: z.string(), plan: z.string() }),
  /** Every row passed the dry run: checking → importing. Has the check if the run may need approval. */
  event('importingStarted', { check: z.int().optional() }),
  /**
   * Nothing was or will be written: → rejected. An event with a `reading` comes from the reader of the sheet, and is refused
   * once another reader has reached the end.
   */
  event('rejected', {
    ...why,
    sha256: z.string().optional(),
    reading: readingSchema.optional(),
    proposal: proposalSchema.optional(),
    counts,
  }),
  /** The last run that wrote in the lane has imported the same content: checking → duplicate, with nothing written. */
  event('duplicate', { duplicateOf: z.string() }),
  /** A newer version of the file has landed: → superseded, before anything is sent. */
  event('superseded', { ...why, counts }),
  /** A person must decide on a submission: → needs_decision. */
  event('decisionNeeded', { ...why, counts }),
  /** Every real submission ended: → succeeded, partly_succeeded or failed. Before `importing` only as failed. */
  event('finished', {
    status: z.enum(['succeeded', 'partly_succeeded', 'failed']),
    ...why,
    reason: why.reason.optional(),
    counts,
  }),
  /** A person has decided on every submission in question: needs_decision → importing. */
  event('resumed', {}),
  /** Somebody wants the run to stop. From now on only `cancelled` ends it. */
  event('cancelRequested', { by: z.string() }),
  /**
   * Nothing is in flight any more: → cancelled, after a `cancelRequested`. `reading` as in `rejected`. Until `quietUntil` an
   * unresolved import may still write.
   */
  event('cancelled', {
    ...why,
    reading: readingSchema.optional(),
    quietUntil: z.string().optional(),
    counts,
  }),
  /** Somebody wants the run undone: an ended run that may have written → undoing, once its lane is free. It owes one more mail. */
  event('undoRequested', { by: z.string(), lane: z.string().optional() }),
  /** Every import was dealt with: undoing → undone. */
  event('undone', { counts: undoCountsSchema, reportKey: z.string().optional() }),
  /** An operator reverted an import of the run in the control panel of the service. An ended run owes one more mail. */
  event('importReverted', revertedImportSchema.omit({ at: true }).shape),
  /** An importId came after the run had ended. Once for each. The run remains open until the end of that import is known. */
  event('lateImportReceived', { batch: z.int(), importId: z.string() }),
  /** How a late import ended, or why that is unknown. The run owes one more mail. Refused while another mail is being sent. */
  event('lateImportEnded', { batch: z.int(), importId: z.string(), status: z.string(), counts }),
  /**
   * The result sheet is in the files bucket, with the plan of a request for approval. Also on an ended run. The event is
   * refused if the run has another edition by now.
   */
  event('resultWritten', {
    /** Absent if it could not be made: an earlier one tells of rows what is not true any more. */
    resultKey: z.string().optional(),
    planKey: z.string().optional(),
    edition: z.string().optional(),
  }),
  /** A tracking execution was started. Once for each number, which only increases. Also on an ended run. */
  event('trackerStarted', { trackers: z.int() }),
  /**
   * The run's notice was intended, sent or refused. Also on an ended run. The event is refused if the run's status is no longer
   * `about`, or if its approval was requested again since `asked`.
   */
  event('noticeChanged', {
    notice: noticeSchema,
    about: z.enum(runStatuses).optional(),
    asked: z.int().optional(),
  }),
  /** A person has not answered for a day after the last notice, so another is due. Each number once. */
  event('reminderDue', { number: z.int().positive() }),
  /**
   * Somebody erases the values of one record from so many objects of the run. Written before that begins. `record` is a hash of
   * the value with a receipt that only this person has. Also on an ended run.
   */
  event('erased', erasureSchema.omit({ at: true }).shape),
  /** The ledger was restored, and has nothing of this time. Before the run imports, a person must approve what it would write. */
  event('ledgerRestored', lostTimeSchema.shape),
  /** The mail service reported what became of a mail. Also on an ended run. */
  event('mailEvent', mailEventSchema.shape),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventType = RunEvent['type'];
export type RunEventOf<T extends RunEventType> = Extract<RunEvent, { type: T }>;
