import * as z from 'zod';
import { allowLoopback, text } from '../env-fields.ts';

export const deliverWebhooksEnv = z.object({
  DATA_TABLE: text,
  DATA_BUCKET: text,
  AUDIT_BUCKET: text,
  CHANGES_QUEUE_URL: z.url(),
  DELIVERIES_QUEUE_URL: z.url(),
  WEBHOOKS_ALLOW_LOOPBACK: allowLoopback,
});
