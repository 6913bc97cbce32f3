import { z } from 'zod';

export const deliverWebhooksEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  DELIVERIES_QUEUE_URL: z.url(),
  /** Set by the local run alone: a rule of the stacks forbids it in their templates. */
  WEBHOOKS_ALLOW_LOOPBACK: z.literal('true').optional(),
});
