import { z } from 'zod';

export const dataApiEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  CHANGES_QUEUE_URL: z.url(),
  IMPORT_QUEUE_URL: z.url(),
  /** A secret whose value is a random string: it signs cursors. */
  SIGNING_SECRET_ARN: z.string().min(1),
});

/**
 * The table behind DATA_TABLE, all keys strings: what the stack declares. The functions read and write it with
 * PartiQL as well (PartiQLInsert, PartiQLUpdate), besides Get, BatchGet, Query, Put, Update and the transactions.
 */
export const dataTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires',
  index: { name: 'byUpdated', partitionKey: 'pk', sortKey: 'u', include: ['x'] },
} as const;
