import * as z from 'zod';
import { text } from '../env-fields.ts';

export const dataApiEnv = z.object({
  DATA_TABLE: text,
  DATA_BUCKET: text,
  CHANGES_QUEUE_URL: z.url(),
  IMPORT_QUEUE_URL: z.url(),
  /** A secret that signs cursors: any random string. */
  SIGNING_SECRET_ARN: text,
});

/**
 * The table behind DATA_TABLE, all keys strings, as the stack declares it. The functions use it by Get, BatchGet, Query,
 * Put, Update and transactions, and by PartiQL (PartiQLInsert, PartiQLUpdate, PartiQLDelete).
 */
export const dataTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires',
  index: { name: 'byUpdated', partitionKey: 'pk', sortKey: 'u', include: ['x'] },
} as const;
