import { join } from 'node:path';
import type { Blobs } from '@sluice/data-access';
import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { startService } from '@sluice/data-access/testing/service';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { prices } from '../../packages/ledger/src/views/prices.ts';
import { countRequests, isRead, type Sent } from '../counting.ts';
import { createKinds, type Add } from './kinds.ts';

interface Work {
  readonly folder: string;
  /** The rows of each batch. */
  readonly batches: readonly number[];
  /** How often somebody asks about an import. */
  readonly statuses: number;
}

type Phase = 'dry runs' | 'imports';
const lookUpsOf = (phase: Phase) => `look-ups of ${phase}`;
const claims = 'claims of e-mail addresses';

/** By the beginning of a partition: see docs/storage.md. */
const places = [
  ['T#', 'tokens'],
  ['Q#', 'rates'],
  ['R#import', 'states and leases of imports'],
  ['P#', 'notes of dry runs'],
  ['F#', 'lookup fields, and who writes'],
  ['R#user', 'records'],
  ['U#', 'leaves of the index'],
] as const;
const objects = { put: 'objects written', get: 'objects read' } as const;
const messages = 'messages';
/** Sent, received and deleted. */
const requestsPerMessage = 3;

/** What the service asks of AWS for new clients: each batch is dry-run, then each is imported. */
export async function kindsOfService({ folder, batches, statuses }: Work) {
  const lookUps = [lookUpsOf('dry runs'), lookUpsOf('imports'), claims];
  const kinds = createKinds([
    ...places.map(([, name]) => name),
    ...lookUps,
    ...Object.values(objects),
    messages,
  ]);
  const database = await startDiskDatabase(join(folder, 'kinds'));
  try {
    await database.createTable('kinds', tableShape);
    const client = database.client();
    const service = startService(createDynamoStore({ client, table: 'kinds' }));
    Object.assign(service.services, { now: () => new Date() });
    const site = await service.newSite();
    // The site has looked clients up by e-mail before.
    await service.importAll(site, recordSets(-1, 1));
    Object.assign(service.services, { blobs: counted(service.services.blobs, kinds.add) });
    const counting = countRequests(client);
    const during = async (phase: Phase, run: () => Promise<void>): Promise<void> => {
      const { sent } = await counting.during(run);
      for (const one of sent) kinds.add(kindOf(one, phase), unitsOf(one));
    };
    const importIds: string[] = [];
    for (const dryRun of [true, false]) {
      let from = 0;
      for (const rows of batches) {
        const input = { dryRun, recordSets: recordSets(from, rows) };
        await during(dryRun ? 'dry runs' : 'imports', async () => {
          importIds.push(String((await service.call('import', site, input)).body['importId']));
          await service.drain();
        });
        const usd = requestsPerMessage * prices.perQueueRequest;
        kinds.add(messages, { requests: requestsPerMessage, usd });
        from += rows;
      }
    }
    await during('imports', async () => {
      for (let n = 0; n < statuses; n += 1) {
        const importId = importIds[n % importIds.length];
        await service.call('importStatus', site, { importId });
      }
    });
    return kinds;
  } finally {
    await database.stop();
  }
}

function recordSets(from: number, rows: number): object[] {
  const records = Array.from({ length: rows }, (_, n) => ({
    name: `Müller, Zoë ${from + n}`,
    email: `person-${from + n}@kinds.example`,
    cellPhone: `0170 ${from + n}`,
    langCode: 'de',
  }));
  return [{ schema: 'client', lookup: 'email', records }];
}

function kindOf(sent: Sent, phase: Phase): string {
  const [, mark, , kind = ''] = /"([A-Z]#)([^"#]+)#?([a-zA-Z]*)/u.exec(JSON.stringify(sent.input)) ?? [];
  if (mark === 'L#') return isRead(sent) ? lookUpsOf(phase) : claims;
  const place = mark === 'R#' ? `R#${kind}` : mark;
  const found = places.find(([beginning]) => beginning === place);
  if (found === undefined) throw new Error(`A request for ${place} has no kind.`);
  return found[1];
}

const unitsOf = ({ writeUnits, indexWriteUnits, readUnits }: Sent) => ({
  writes: writeUnits + indexWriteUnits,
  reads: readUnits,
});

/** Counts what is written and read. */
function counted(blobs: Blobs, add: Add): Blobs {
  const written = (): void => add(objects.put, { usd: prices.perObjectPut });
  const read = (): void => add(objects.get, { usd: prices.perObjectGet });
  return {
    ...blobs,
    put: (...object) => (written(), blobs.put(...object)),
    putNew: (...object) => (written(), blobs.putNew(...object)),
    get: (key) => (read(), blobs.get(key)),
    size: (key) => (read(), blobs.size(key)),
  };
}
