import { isNoticeSettled } from '../notice/notice.ts';
import * as z from 'zod';
import { asksPerson, isEnded } from '../model/status.ts';
import { choices } from '../model/submission.ts';
import { runHeadSchema, runSummarySchema, submissionViewSchema } from './run-view.ts';

/** Unknown keys are kept: the output is the answer of the history API. */
const summarySchema = runSummarySchema.loose();
export const runSummariesSchema = z.array(summarySchema);
export type RunSummaryJson = z.infer<typeof summarySchema>;

const eventDataSchema = z.looseObject({
  status: z.string().optional(),
  reason: z.string().optional(),
  importId: z.string().optional(),
  blockedBy: z.string().optional(),
  /** Who acted, and what a person decided. */
  by: z.string().optional(),
  choice: z.enum(choices).optional().catch(undefined),
  /** An approved plan is named by its hash; a requested approval has the whole plan. */
  plan: z.union([z.string(), z.looseObject({ sha256: z.string() })]).optional(),
  /** From the mail service. */
  kind: z.string().optional(),
  detail: z.string().optional(),
  addresses: z.array(z.string()).optional(),
  notice: z.looseObject({ state: z.string() }).optional(),
  /** An erase: from how many objects, and a hash of the record. */
  objects: z.int().optional(),
  record: z.string().optional(),
});
const timelineSchema = z.array(
  z.looseObject({
    at: z.string(),
    subject: z.string().optional(),
    type: z.string(),
    data: eventDataSchema.optional(),
  }),
);

export const mailEventJson = z.looseObject({
  at: z.string(),
  kind: z.string(),
  detail: z.string().optional(),
  addresses: z.array(z.string()).readonly(),
});
type MailEventJson = z.infer<typeof mailEventJson>;

/** What went wrong with a mail: everything but its delivery. */
export const troublesIn = (events: readonly MailEventJson[]): MailEventJson[] =>
  events.filter(({ kind }) => kind !== 'delivery');

/** One run of the import history. */
export const runJsonSchema = runHeadSchema
  .extend({
    submissions: z.array(submissionViewSchema.loose()),
    timeline: timelineSchema.optional(),
    /** How many older events the answer leaves out. */
    timelineOmitted: z.int().optional(),
    /** The mail of the run; without a state while it is not due. */
    emails: z
      .looseObject({
        to: z.array(z.string()).optional(),
        state: z.string().optional(),
        events: z.array(mailEventJson).optional(),
      })
      .optional(),
  })
  .loose();
export type RunJson = z.infer<typeof runJsonSchema>;
export type SubmissionJson = RunJson['submissions'][number];

/** One page of a run: the first has everything, those after it only further submissions and events. */
export const runPageSchema = z.looseObject({
  submissions: runJsonSchema.shape.submissions,
  timeline: runJsonSchema.shape.timeline,
  next: z.string().optional(),
});
type RunPage = z.infer<typeof runPageSchema>;

/** Events of submissions; the run's own events are always shown. */
const mostEvents = 5000;

/** Events of the same time keep their order. */
const byTime = (one: { readonly at: string }, other: { readonly at: string }) =>
  Number(one.at > other.at) - Number(one.at < other.at);

/** The run of all its pages, with its events in order of time. */
export function wholeRun({ next: _next, ...first }: RunPage, more: readonly RunPage[]): object {
  const pages = [first, ...more];
  const events = pages.flatMap(({ timeline = [] }) => timeline).toSorted(byTime);
  const ofSubmissions = events.filter(({ subject }) => subject !== 'run');
  const omitted = new Set(ofSubmissions.slice(0, Math.max(0, ofSubmissions.length - mostEvents)));
  return {
    ...first,
    submissions: pages.flatMap(({ submissions }) => submissions),
    ...(first.timeline && { timeline: events.filter((event) => !omitted.has(event)) }),
    ...(omitted.size > 0 && { timelineOmitted: omitted.size }),
  };
}

/** A run without its lists, and how many of its batches were checked and imported. */
export const runProgressSchema = runJsonSchema
  .omit({ submissions: true, timeline: true, timelineOmitted: true })
  .extend({
    progress: z.object({ batches: z.int(), checked: z.int(), imported: z.int() }).optional(),
  });
export type RunProgressJson = z.infer<typeof runProgressSchema>;

type State = Pick<RunJson, 'status' | 'toDecide' | 'cancelledBy'>;

/** A run continues by itself once everything is decided or it is cancelled. */
function waitsForPerson({ status, toDecide, cancelledBy }: State): boolean {
  if (cancelledBy !== undefined) return false;
  if (status === 'needs_decision') return toDecide?.length !== 0;
  return asksPerson(status);
}

/** Whether the run has ended or waits for a person. */
export function isAtRest(run: State): boolean {
  return isEnded(run.status) || waitsForPerson(run);
}

/** Whether nothing more comes by itself: the result sheet and the mail follow the end of a run. */
export function isReported(
  run: State & Pick<RunJson, 'resultKey' | 'counts' | 'emails' | 'approval'>,
): boolean {
  if (waitsForPerson(run)) return isAsked(run);
  const { status, resultKey, counts, emails } = run;
  if (!isEnded(status)) return false;
  // The mail comes last, also where there is no result sheet since the drop is gone.
  return emails === undefined ? resultKey !== null || counts.read === 0 : isNotified(run);
}

/** Whether the plan, or the sheet with what is unknown, is there: both are written after the run began to ask. */
function isAsked(run: Pick<RunJson, 'status' | 'approval' | 'emails'>): boolean {
  if (run.status !== 'awaiting_approval') return isNotified(run);
  return run.approval === undefined || run.approval.planKey !== undefined;
}

/** Whether the mail about its state was sent or refused, or is left to its migration. */
export const isNotified = ({ emails }: Pick<RunJson, 'emails'>): boolean =>
  emails === undefined || isNoticeSettled(emails);
