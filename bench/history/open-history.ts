import { createMemoryRateBudgets } from '@sluice/ledger/testing';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import { createDynamoLedger, ledgerTable } from '@sluice/ledger/dynamodb';
import { join } from 'node:path';
import { answer } from '@sluice/flow/history/answer';
import type { HistoryServices } from '@sluice/flow/history/runs';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { countRequests, type Counting } from '../counting.ts';
import { itemsOfRuns } from './fill.ts';
import { startLoaded } from './load.ts';

/** A history with this many runs in its own database. It is read like the function behind the history API reads it. */
export interface SizedHistory {
  readonly size: number;
  readonly ledger: HistoryServices['ledger'] & ReturnType<typeof createDynamoLedger>;
  readonly counting: Counting;
  /** `GET` of a path. @throws when it is refused */
  readonly get: (path: string, query?: Query) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export type Query = Readonly<Record<string, string>>;

export async function openHistory(folder: string, size: number): Promise<SizedHistory> {
  const table = `bench-${process.pid}-history-${size}`;
  const items = itemsOfRuns(size);
  const database = await startLoaded(join(folder, `runs-${size}`), { table, keys: ledgerTable, items });
  const client = database.client();
  const now = () => new Date();
  const ledger = createDynamoLedger({ client, table, now });
  const files = createMemoryFiles();
  const services = {
    ledger,
    migrations: createMemoryMigrations({ now }),
    drops: files,
    files,
    listKeys: async () => [],
    seals: { files, days: async () => [], lists: async () => [] },
    budgets: createMemoryRateBudgets(),
    reserve: 0.1,
    now,
  };
  return {
    size,
    ledger,
    counting: countRequests(client),
    get: async (path, query = {}) => {
      const request = { method: 'GET', path, query, headers: {}, body: '', sourceIp: '127.0.0.1' };
      const { status, body } = await answer(request, services);
      if (status !== 200) throw new Error(`GET ${path} ${JSON.stringify(query)}: ${status} ${String(body)}`);
      return JSON.parse(String(body));
    },
    close: () => database.stop(),
  };
}
