import { isEnded, runSummarySchema, runViewSchema, submissionViewSchema } from '@sluice/ledger';
import type { RunStatus } from '@sluice/ledger';
import { z } from 'zod';

/** Keys that this version does not know are kept: what is printed is what the history said. */
const onlySomeRunsHave = { duplicateOf: z.string().optional(), blockedBy: z.string().optional() };

const summarySchema = runSummarySchema.extend(onlySomeRunsHave).loose();
export const runSummariesSchema = z.array(summarySchema);
export type RunSummaryJson = z.infer<typeof summarySchema>;

const eventDataSchema = z.looseObject({
  status: z.string().optional(),
  reason: z.string().optional(),
  importId: z.string().optional(),
  mail: z.looseObject({ state: z.string() }).optional(),
});
const timelineSchema = z.array(
  z.looseObject({
    at: z.string(),
    subject: z.string().optional(),
    type: z.string(),
    data: eventDataSchema.optional(),
  }),
);

/** One run of the import history. */
export const runJsonSchema = runViewSchema
  .extend({
    ...onlySomeRunsHave,
    submissions: z.array(submissionViewSchema.loose()),
    timeline: timelineSchema.optional(),
    /** How many older events the answer leaves out. */
    timelineOmitted: z.int().optional(),
    /** The mail of the run; without a state while it is not due. */
    emails: z.looseObject({ to: z.array(z.string()).optional(), state: z.string().optional() }).optional(),
  })
  .loose();
export type RunJson = z.infer<typeof runJsonSchema>;
export type SubmissionJson = RunJson['submissions'][number];

/** These do not go on by themselves. */
const waitsForPerson: readonly RunStatus[] = ['awaiting_approval', 'needs_decision'];

/** Whether the run has ended or waits for a person. */
export function isAtRest({ status }: Pick<RunJson, 'status'>): boolean {
  return isEnded(status) || waitsForPerson.includes(status);
}

/** Whether nothing more is to come by itself: the result sheet of a run that ended is written after its end. */
export function isReported({
  status,
  resultKey,
  counts,
}: Pick<RunJson, 'status' | 'resultKey' | 'counts'>): boolean {
  if (waitsForPerson.includes(status)) return true;
  return isEnded(status) && (resultKey !== null || counts.read === 0);
}
