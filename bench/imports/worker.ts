/** The worker of imports in a process of its own, so that its memory can be told: one order a message, one answer each. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { startService } from '@sluice/data-access/testing/service';
import { clients } from './clients.ts';
import { peakMegabytes, resetPeak } from './peak.ts';
import { workerOrder, type WorkerAnswer } from './worker-messages.ts';

const { endpoint, table, records } = workerOrder.place.parse(JSON.parse(process.argv[2] ?? ''));
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const service = startService(createDynamoStore({ client, table }));
const site = await service.newSite();

process.on('message', (message) => void work(message));

async function work(message: unknown): Promise<void> {
  const { action } = workerOrder.import.parse(message);
  service.advance(1000);
  const { body } = await service.call('import', site, { recordSets: clients(action, records) });
  resetPeak();
  const begun = performance.now();
  await service.drain();
  const ms = performance.now() - begun;
  const peak = peakMegabytes();
  const { preview, status, errorMessage } = await service.status(site, String(body['importId']));
  const done = preview?.counts[action] ?? 0;
  if (done !== records)
    throw new Error(`${done} of ${records} were ${action}: ${status} ${errorMessage ?? ''}`);
  const answer: WorkerAnswer = { ms, peakMegabytes: peak };
  process.send?.(answer);
}

// For what a first request costs, whatever it holds: connections, and how the database takes updates.
for (const langCode of ['de', 'en'])
  await service.importAll(site, [
    {
      schema: 'client',
      lookup: 'email',
      records: [{ email: 'first@bench.example', name: 'First', langCode }],
    },
  ]);
process.send?.({ ms: 0, peakMegabytes: 0 } satisfies WorkerAnswer);
