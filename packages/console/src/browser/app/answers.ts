import { runPageSchema, runProgressSchema, runSummariesSchema } from '@sluice/ledger/views';
import * as z from 'zod';

/** `GET /runs` */
export const runListSchema = z.object({
  runs: runSummariesSchema,
  next: z.string().optional(),
  unreadable: z.array(z.string()).optional(),
});

/** `GET /runs/{runId}?limit=0` */
export const runHeadSchema = runProgressSchema;
export type RunHead = z.infer<typeof runHeadSchema>;

/** `GET /runs/{runId}?limit=0&tail=…`: with what the run itself went through since. */
export const followedSchema = runHeadSchema.extend({
  tail: z.object({ events: runPageSchema.shape.timeline.unwrap(), after: z.string(), hasMore: z.boolean() }),
});

/** A further page of `GET /runs/{runId}`: batches, and events. */
export const runListsSchema = runPageSchema;
export type RunLists = z.infer<typeof runListsSchema>;

/** An answer of which only the arrival counts. */
export const doneSchema = z.looseObject({});
