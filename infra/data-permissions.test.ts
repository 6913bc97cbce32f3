import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { startEmulator, type Emulator } from '@sluice/data-access/testing';
import { startService } from '@sluice/data-access/testing/service';
import { isLike } from '@sluice/local/iam';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  covering,
  grantedWrites,
  limitsOf,
  partitionsOf,
  recordRequests,
  writesOf,
  type Write,
} from './testing/table-writes.ts';

const holders = {
  operations: 'DataAccessStack/DataApi/DataApi',
  control: 'DataAccessStack/DataApi/ControlApi',
  erasing: 'DataAccessStack/DataApi/EraseImports',
  imports: 'DataAccessStack/ImportEngine/RunImport',
  deliveries: 'DataAccessStack/WebhookDelivery/DeliverWebhooks',
} as const;

const granted = grantedWrites(/^<DataTable\w+\.Arn>$/u, Object.values(holders));

const written: Write[] = [];
let holder: string = holders.control;

const records = [{ email: 'a@x.org', name: 'Ada' }];
const one = (schema: string, lookup: string, fields: object) => ({ schema, lookup, records: [fields] });

const changedIn = (set: ReturnType<typeof one>) => {
  const title = /^(?:issue|ListItem)/u.test(set.schema) ? 'title' : 'name';
  return { ...set, records: set.records.map((fields) => ({ ...fields, [title]: 'Changed' })) };
};

/** Everything that the service does, each function under its own role. */
async function everything(client: DynamoDBClient): Promise<void> {
  const service = startService(createDynamoStore({ client, table: 'data' }));
  const as = async <T>(who: keyof typeof holders, act: () => Promise<T>): Promise<T> => {
    holder = holders[who];
    return act();
  };
  const site = await as('control', () => service.newSite());
  const control = (name: string, input: object = {}, who: keyof typeof holders = 'control') =>
    as(who, async () => {
      const answer = await service.control(name, { siteId: site.siteId, ...input });
      expect({ name, message: answer.message }).toEqual({ name, message: '' });
      return answer.body as Record<string, string>;
    });
  const call = (name: Parameters<typeof service.call>[0], input: object = {}) =>
    as('operations', async () => (await service.call(name, site, input)).body as Record<string, string>);
  const imported = async (recordSets: object[], key?: string) => {
    const { apiKey, apiSecret } = site;
    const headers = {
      'x-api-key': apiKey,
      'x-api-secret': apiSecret,
      ...(key && { 'idempotency-key': key }),
    };
    const { body } = await as('operations', () =>
      service.post('/import', { headers, body: JSON.stringify({ recordSets }) }),
    );
    await drain();
    return body['importId'];
  };
  /** Of what an import creates together, one and then all others are changed, by the same function and by another. */
  const changeLeaves = async () => {
    for (const name of ['Ada', 'Bea']) {
      const many = Array.from({ length: 8 }, (_, n) => ({ name, email: `${name}${n}@many.org` }));
      await imported([{ schema: 'client', lookup: 'email', records: many }]);
      const { items } = await call('getUsers', { q: `${name}0@many.org` });
      const [{ id }] = items as unknown as [{ id: string }];
      if (name === 'Ada') await call('saveUsers', { users: [{ id, name: 'Changed' }] });
      else await imported([one('client', 'id', { id, name: 'Changed' })]);
      const rest = many.slice(1).map((user) => ({ ...user, name: 'Changed' }));
      if (name === 'Bea') await imported([{ schema: 'client', lookup: 'email', records: rest }]);
      else {
        const found = await call('getUsers', { q: '@many.org' });
        const ids = (found['items'] as unknown as { id: string }[]).filter((user) => user.id !== id);
        await call('saveUsers', { users: ids.map((user) => ({ id: user.id, name: 'Changed' })) });
      }
    }
  };
  const drain = () => as('imports', () => service.drain());
  const publish = () => as('deliveries', () => service.publishing.work());

  await control('updateSite', { mailDomains: null });
  const { webhook } = await control('createWebhook', {
    url: 'https://hooks.example.com/',
    models: [{ model: 'user' }],
  });
  const { webhookId } = webhook as unknown as { webhookId: string };
  await control('updateToken', { apiKey: site.apiKey, version: 1, notes: 'Ours' });
  const { listId } = await control('createList', { name: 'Towns' });
  await control('renameList', { listId, name: 'Villages' });
  await control('deleteList', { listId });
  await control('createList', { name: 'Villages' });
  await control('declareCustomField', { schema: 'issue', title: 'Priority', type: 'text' });
  await control('saveDocument', { fileName: 'a.txt', contentType: 'text/plain', base64: 'YQ==' });
  const form = await control('saveForm', { title: 'Move', fields: [{ title: 'New address' }] });
  await control('updateForm', { templateId: form['templateId'], version: 1, title: 'Moving' });
  await control('saveResponses', {
    templateId: form['templateId'],
    responses: [{ answers: [{ id: 'a', text: 'b' }] }],
  });

  const { users } = await call('saveUsers', {
    users: [{ name: 'Zoë', email: 'zoe@x.org', username: 'zoe' }],
  });
  const [{ id }] = users as unknown as [{ id: string }];
  await call('saveUsers', {
    users: [
      { id, email: 'ada@x.org' },
      { name: 'Bo', email: 'ada@x.org' },
    ],
  });
  await call('saveUsers', {
    users: [
      { name: 'Cy', email: 'zoe@x.org' },
      { name: 'Di', email: 'zoe@x.org' },
    ],
  });
  await call('createListItems', {
    listId: 'Villages',
    items: [{ title: 'Dover', code: 'D' }, { title: 'Kent' }],
  });
  await call('createListItems', { listId: 'Villages', items: [{ title: 'Deal', code: 'D' }] });
  const dry = await call('import', {
    dryRun: true,
    successNotificationEmails: ['a@x.org'],
    recordSets: [one('client', 'email', records[0]!)],
  });
  await drain();
  await call('import', { wait: true, recordSets: [one('client', 'email', records[0]!)] });
  const run = await control('runImport', { importId: dry['importId'] });
  await drain();
  const recordSets = [
    one('list', 'name', { name: 'Counties' }),
    one('ListItem.Counties', 'code', { code: 'K', title: 'Kent' }),
    one('role', 'name', { name: 'Land' }),
    one('issue', 'identifier', { identifier: 'I-1', title: 'A leak' }),
    one('interestAccount', 'ownerNumber', { ownerNumber: '700', name: 'Ada' }),
    one('client', 'username', { username: 'ada', name: 'Ada', email: 'a@x.org' }),
    one('client', 'username', { username: 'eve', name: 'Eve', email: 'a@x.org' }),
  ];
  const all = (fields: object) =>
    recordSets.map((set) => ({ ...set, records: set.records.map((one) => ({ ...one, ...fields })) }));
  const lists = new Set(['list', 'role']);
  await imported(recordSets, 'a key');
  await imported(recordSets.filter(({ schema }) => !lists.has(schema)).map(changedIn));
  // The items of a list go before the list.
  const deleting = await imported(all({ deleted: true }).toReversed());
  await control('revertImport', { importId: deleting });
  await drain();
  await imported(all({ deleted: true }).toReversed());
  await imported(recordSets);
  await imported([one('ListItem.Villages', 'code', { code: 'D', deleted: true })]);
  await call('createListItems', { listId: 'Villages', items: [{ title: 'Dover', code: 'D' }] });
  await control('revertImport', { importId: run['importId'] });
  await drain();
  await changeLeaves();
  await control('testWebhook', { webhookId });
  await publish();
  service.advance(120_000);
  const { items } = await control('listDeliveries', { webhookId });
  const [delivery] = items as unknown as [{ deliveryId: string }];
  await control('redeliver', { webhookId, deliveryId: delivery.deliveryId });
  await imported(all({ deleted: true }).toReversed());
  await call('import', { filename: 'a@x.org.csv', recordSets: [one('client', 'email', { email: 'no' })] });
  for (const record of ['a@x.org', '700', 'I-1', 'Land'])
    await control('eraseRecord', { record, receipt: 'a receipt of a person' }, 'erasing');
  service.publishing.answering(async () => ({ kind: 'gone', status: 410, durationMs: 1 }));
  await publish();
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator('data');
  recordRequests(emulator.client, (operation, body) => {
    for (const write of writesOf(operation, body)) written.push({ ...write, holder });
  });
  await everything(emulator.client);
}, 120_000);
afterAll(() => emulator.stop());

describe('the permissions to write to the table of the service', () => {
  it('cover every write of each function', () => {
    const denied = written.filter((write) => covering(granted, write).length === 0);
    expect([...new Set(denied.map((write) => JSON.stringify(write)))]).toEqual([]);
    expect(written.length).toBeGreaterThan(100);
  });

  it('allow no action on a partition that no function needs', () => {
    const used = new Set(written.flatMap((write) => covering(granted, write)));
    // Only when two requests claim the name of a list at the same moment.
    const races = [`${holders.control} dynamodb:PartiQLUpdate L#*`];
    // Only of what a crash left: packages/data-access/src/dynamodb/leaves.test.ts.
    const left = ['PartiQLDelete', 'PartiQLUpdate'].map(
      (action) => `${holders.erasing} dynamodb:${action} U#*`,
    );
    // Only when somebody adds an id beside a claim that an erase removes at the same moment.
    const again = `${holders.erasing} dynamodb:PartiQLUpdate L#*`;
    expect(partitionsOf(granted).filter((one) => !used.has(one))).toEqual([...races, ...left, again]);
  });

  it('let no API of tokens write a token but its last use, a site, a webhook or the audit log', () => {
    const operations = granted.filter((grant) => grant.holder === holders.operations);
    const written = operations.map((grant) => ({ ...limitsOf(grant), action: grant.action }));
    const tokens = written.filter(({ partitions }) => partitions.some((one) => isLike(one, 'T#key')));
    expect(tokens).toEqual([
      { action: 'dynamodb:UpdateItem', partitions: ['T#*'], attributes: ['pk', 'sk', 'used'] },
    ]);
    for (const partition of ['S', 'S#s', 'W#s', 'D#s#w', 'A', 'R#s#document#1', 'R#s#role#1'])
      expect(written.filter(({ partitions }) => partitions.some((one) => isLike(one, partition)))).toEqual(
        [],
      );
  });
});
