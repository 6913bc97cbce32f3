import { runStatuses } from '@sluice/ledger/run-schemas';
import * as z from 'zod';
import { bodySchema } from '../command/common-options.ts';

export const localSchema = z.object({
  port: z.int().optional(),
  data: z.string().optional(),
  fresh: z.boolean().default(false),
  easy: z.boolean().default(false),
  concurrency: z.int().optional(),
});

export const runsSchema = z.object({
  since: z.string().optional(),
  until: z.string().optional(),
  schema: z.string().optional(),
  dropper: z.string().optional(),
  hash: z.string().optional(),
  import: z.string().optional(),
  status: z.enum(runStatuses).optional(),
  all: z.boolean().default(false),
});

export const costsSchema = runsSchema.pick({ since: true, until: true });

export const runSchema = z.object({
  details: z.boolean().default(false),
  /** Where the result sheet is saved. */
  result: z.string().optional(),
  /** Where the dropped file is saved. */
  original: z.string().optional(),
  /** Where the plan is saved that a person must approve. */
  plan: z.string().optional(),
});

export const eraseSchema = z.object({
  record: z.string(),
  dryRun: z.boolean().default(false),
  site: z.string().optional(),
  url: z.string().optional(),
});

export const historySchema = z.object({ site: z.string().optional(), url: z.string().optional() });

export const rangeSchema = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  panel: z.boolean().default(false),
  site: z.string().optional(),
  url: z.string().optional(),
});

export const exportSchema = rangeSchema.extend({ as: z.enum(['csv', 'jsonl']).default('csv') });

export const changesSchema = runsSchema
  .pick({ since: true, until: true, schema: true })
  .extend({ ...exportSchema.pick({ as: true, site: true, url: true }).shape, since: z.string() });

export const scheduleSchema = z.object({ data: z.array(z.string()).default([]) });

export const controlSchema = bodySchema.extend({
  file: z.string().optional(),
  site: z.string().optional(),
  url: z.string().optional(),
  help: z.boolean().default(false),
});
