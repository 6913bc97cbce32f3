/** Applies imports in its own process, so that its memory can be measured. Prints its figures as JSON. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { startService } from '@sluice/data-access/testing/service';
import { measured } from '../measured.ts';
import { actions, clients, learnDialect, type Action } from '../service/write-cases.ts';

const [endpoint = '', table = '', count = ''] = process.argv.slice(2);
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const service = startService(createDynamoStore({ client, table }));
const site = await service.newSite();
await learnDialect({ importAll: async (recordSets) => (await service.importAll(site, recordSets), []) });
const figures = [];
for (const action of actions) figures.push(await apply(action));
console.log(JSON.stringify(figures));

async function apply(action: Action) {
  service.advance(1000);
  const { body } = await service.call('import', site, { recordSets: clients(action, Number(count)) });
  const figures = await measured(async () => {
    await service.drain();
    return Number(count);
  });
  const { preview, status, errorMessage } = await service.status(site, String(body['importId']));
  const done = preview?.counts[action] ?? 0;
  if (done !== figures.records)
    throw new Error(`${done} of ${count} were ${action}: ${status} ${errorMessage ?? ''}`);
  return figures;
}
