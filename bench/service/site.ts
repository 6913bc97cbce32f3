import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { startService } from '@sluice/data-access/testing/service';
import { join } from 'node:path';
import { countRequests, type Counting } from '../counting.ts';

/** A site of the service with a database of its own, and a token that may write. */
export interface Site {
  readonly siteId: string;
  readonly table: string;
  readonly client: DynamoDBClient;
  readonly counting: Counting;
  /** Calls an operation like a request over HTTP. @throws when it is refused */
  readonly call: (operation: string, input?: object) => Promise<Record<string, unknown>>;
  /** Imports record sets to the end. @returns the id of each record, in order */
  readonly importAll: (recordSets: object[]) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export async function openSite(folder: string, name: string): Promise<Site> {
  const table = `bench-${process.pid}-${name}`;
  const database = await startDiskDatabase(join(folder, name));
  await database.createTable(table, tableShape);
  const client = database.client();
  const service = startService(createDynamoStore({ client, table }));
  // Moments as of a worker, since what an import writes at one moment is packed together.
  Object.assign(service.services, { now: () => new Date() });
  const { siteId, ...token } = await service.newSite();
  const importAll = async (recordSets: object[]): Promise<string[]> => {
    service.advance(1);
    const { status, errorMessage, preview } = await service.importAll(token, recordSets);
    if (status !== 'success' || !preview) throw new Error(`The import ended ${status}: ${errorMessage}`);
    return preview.outcomes.map(([, , id = '']) => id);
  };
  return {
    siteId,
    table,
    client,
    counting: countRequests(client, kindOf),
    call: async (operation, input = {}) => {
      service.advance(1);
      const request = { body: JSON.stringify({ ...token, ...input }) };
      const { ok, body, code, message } = await service.post(`/${operation}`, request);
      if (!ok) throw new Error(`${operation}: ${code}: ${message}`);
      return body;
    },
    importAll,
    close: () => database.stop(),
  };
}

/** The kind of items in a partition, by its key: see docs/storage.md. */
function kindOf(text: string): string | undefined {
  const [mark, , kind = ''] = /^[RULSTQK]#/.test(text) ? text.split('#') : [];
  if (mark === 'R') return kind.split(':', 1)[0];
  if (mark === 'L') return 'lookup';
  if (mark === 'U') return 'leaf';
  return mark === undefined ? undefined : 'access';
}
