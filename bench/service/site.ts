import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  createIds,
  dispatch,
  dispatchControl,
  runImport,
  type ApiRequest,
  type ApiResponse,
  type Blobs,
  type ImportMessage,
  type Services,
  type StoredBlob,
} from '@sluice/data-access';
import { importStatusSchema, previewSchema } from '@sluice/contract';
import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { countRequests, type Counting } from '../counting.ts';

/** A site of the service over a database of its own on disk, with a token that may write. */
export interface Site {
  readonly siteId: string;
  readonly services: Services;
  readonly client: DynamoDBClient;
  readonly counting: Counting;
  /** Calls an operation as it would come over HTTP; throws when it is refused. */
  readonly call: (operation: string, input?: object) => Promise<Body>;
  /** Imports record sets to the end, and answers the id of each record, in order. */
  readonly importAll: (recordSets: readonly object[]) => Promise<string[]>;
  readonly table: string;
  readonly close: () => Promise<void>;
}

export type Body = z.infer<typeof bodySchema>;
const bodySchema = z.looseObject({ ok: z.boolean() });

/** More than a bench can spend in an hour. */
const rateLimit = 1_000_000_000;

export async function openSite(folder: string, name: string): Promise<Site> {
  const table = `bench-${process.pid}-${name}`;
  const database = await startDiskDatabase(join(folder, name));
  await database.createTable(table, tableShape);
  const client = database.client();
  const queued: ImportMessage[] = [];
  const services = servicesOver(client, table, queued);
  const mailer = { send: async () => ({ kind: 'sent', messageId: 'none' }) as const };
  const control = async (operation: string, input: object): Promise<Body> =>
    bodyOf(operation, await dispatchControl(request(`/control/${operation}`, input), services));
  const { siteId } = z
    .object({ siteId: z.string() })
    .parse(await control('createSite', { name: 'Bench', kind: 'demo' }));
  const token = credentials.parse(await control('createToken', { siteId, permission: 'write', rateLimit }));
  const call: Site['call'] = async (operation, input = {}) =>
    bodyOf(operation, await dispatch(request(`/${operation}`, { ...token, ...input }), services));
  return {
    siteId,
    services,
    client,
    table,
    counting: countRequests(client, kindOf),
    call,
    importAll: async (recordSets) => {
      const { importId } = await call('import', { recordSets });
      for (let message = queued.shift(); message; message = queued.shift())
        await runImport(message, { ...services, mailer });
      const { importStatus } = imported.parse(await call('importStatus', { importId }));
      if (importStatus.status !== 'success')
        throw new Error(`The import ended ${importStatus.status}: ${importStatus.errorMessage}`);
      const { outcomes } = previewSchema.parse(JSON.parse(importStatus.preview ?? '{}'));
      return outcomes.map(([, , id = '']) => id);
    },
    close: () => database.stop(),
  };
}

const imported = z.object({ importStatus: importStatusSchema });
const credentials = z.object({ apiKey: z.string(), apiSecret: z.string() });

type BenchServices = Services & { readonly newSecret: () => string };

function servicesOver(client: DynamoDBClient, table: string, queued: ImportMessage[]): BenchServices {
  const now = (): Date => new Date();
  const signingKey = randomBytes(32);
  return {
    store: createDynamoStore({ client, table }),
    blobs: createBlobs(),
    queue: { send: async (message) => void queued.push(message) },
    now,
    newId: createIds(now),
    newSecret: () => randomBytes(32).toString('base64url'),
    sleep: (ms) => sleep(ms),
    signingKey: async () => signingKey,
    report: ({ operation, cause }) => console.error(operation, cause),
  };
}

function createBlobs(): Blobs {
  const blobs = new Map<string, StoredBlob>();
  return {
    put: async (key, body, contentType) => void blobs.set(key, { bytes: Buffer.from(body), contentType }),
    get: async (key) => blobs.get(key),
  };
}

const request = (path: string, input: object): ApiRequest => ({
  method: 'POST',
  path,
  query: {},
  headers: {},
  body: JSON.stringify(input),
});

function bodyOf(operation: string, { body }: ApiResponse): Body {
  const answer = bodySchema.parse(JSON.parse(String(body)));
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer['error'])}`);
  return answer;
}

/** What lies in a partition, by its key: see docs/storage.md. */
function kindOf(text: string): string | undefined {
  const [mark, , kind = ''] = /^[RLSTQK]#/.test(text) ? text.split('#') : [];
  if (mark === 'R') return kind.split(':', 1)[0];
  if (mark === 'L') return 'lookup';
  return mark === undefined ? undefined : 'access';
}
