/** Applies imports in a process of its own, so that its memory can be measured. Prints its figures as JSON. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { startService } from '@sluice/data-access/testing/service';
import { actions, clients, type Action } from './clients.ts';

const [endpoint = '', table = '', count = ''] = process.argv.slice(2);
const records = Number(count);
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const service = startService(createDynamoStore({ client, table }));
const site = await service.newSite();

// The first requests pay for connections, and for finding out how the database takes updates.
for (const langCode of ['de', 'en']) {
  const first = { email: 'first@bench.example', name: 'First', langCode };
  await service.importAll(site, [{ schema: 'client', lookup: 'email', records: [first] }]);
}
const figures = [];
for (const action of actions) figures.push(await measure(action));
console.log(JSON.stringify(figures));

async function measure(action: Action): Promise<{ ms: number; peakMegabytes: number }> {
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
  return { ms, peakMegabytes: peak };
}

/** The most resident memory since the reset; elsewhere than on Linux, since the process began. */
function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Then the peak counts from the beginning of the process.
  }
}
