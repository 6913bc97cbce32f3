import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@sluice/client';
import { previewSchema } from '@sluice/contract';
import { SeedError } from './control-client.ts';

export interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

const pollMs = 100;
const patienceMs = 60_000;

/** Imports, waits for the end, and returns the ids of the records, set by set, in order. A repeat changes nothing. */
export async function importRecords(
  client: Client,
  filename: string,
  sets: readonly RecordSet[],
): Promise<string[][]> {
  const { importId } = await client.import({
    filename,
    recordSets: sets.map((set) => ({ ...set, records: [...set.records] })),
  });
  const preview = previewSchema.parse(JSON.parse(await previewOf(client, importId, filename)));
  const ids = preview.outcomes.map(([, , id = '']) => id);
  let from = 0;
  return sets.map(({ records }) => {
    from += records.length;
    return ids.slice(from - records.length, from);
  });
}

async function previewOf(client: Client, importId: string, filename: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    const { importStatus } = await client.importStatus({ importId });
    const { done, success, errorMessage, preview } = importStatus;
    if (done && success && preview) return preview;
    if (done) throw new SeedError(`The import ${filename} of the demo data failed: ${errorMessage ?? ''}`);
    await sleep(pollMs);
  }
  throw new SeedError(`The import ${filename} of the demo data did not end in ${patienceMs / 1000} s.`);
}
