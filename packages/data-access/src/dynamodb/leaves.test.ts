import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '@sluice/aws-kit/dynamodb';
import { openTable } from '@sluice/aws-kit/dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { aRecord, asNew, at, changed } from '../testing/builders.ts';
import { newSite } from '../testing/new-site.ts';
import { onDynamo } from '../testing/on-dynamo.ts';
import { imported, lastUpdatedFirst, listed } from '../testing/update-order-contract.ts';
import { leafOfItem } from './leaf-items.ts';

const { emulator, store, service } = onDynamo();
let site: string;
beforeEach(() => {
  site = newSite();
});

const all = imported(0, 300, { updatedDate: at(500) });

async function leafItems(): Promise<Item[]> {
  const { client } = openTable({ client: emulator.client, table: 'service' });
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'service' }));
  return Items.filter(({ pk }) => String(pk).startsWith(`U#${site}#`));
}

const rowsIn = async (): Promise<string[]> =>
  (await leafItems()).flatMap((item) => leafOfItem(item).rows.map(([id]) => id)).toSorted();

/** Dies before so many requests that write, as an import whose process ends. */
async function dying(after: number, run: () => Promise<unknown>): Promise<void> {
  let left = after;
  let last: Promise<unknown> = Promise.resolve();
  emulator.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName !== 'BatchExecuteStatementCommand') return next(args);
        const made = last.then(() => {
          if (left-- <= 0) throw new Error('It died.');
          return next(args);
        });
        last = made;
        return made;
      },
    { step: 'initialize', name: 'dying', override: true },
  );
  await expect(run()).rejects.toThrow('It died.');
  emulator.client.middlewareStack.remove('dying');
}

const create = (records = all) => store.records.write(site, records.map(asNew));

it('what an import creates together is in leaves of a write unit each, and not in the index', async () => {
  await create();
  const items = await leafItems();
  expect(await rowsIn()).toEqual(all.map(({ id }) => id).toSorted());
  expect(items.length).toBeLessThan(300 / 10);
  for (const { pk, sk, r } of items)
    expect(String(pk).length + String(sk).length + (r as Uint8Array).length + 20).toBeLessThan(1024);
});

it('a few records, and those that no import creates, have entries in the index', async () => {
  await create(all.slice(0, 7));
  await store.records.write(
    site,
    Array.from({ length: 20 }, (_, n) => asNew(aRecord(n + 400))),
  );
  expect(await leafItems()).toEqual([]);
});

it('records of one moment are in order, however many leaves have them', async () => {
  for (let from = 0; from < 37; from += 1) await create(all.filter((_, n) => n % 37 === from));
  expect((await leafItems()).length).toBeGreaterThan(30);
  expect(await listed(store, site, { limit: 10 })).toEqual(lastUpdatedFirst(all));
});

it('rows too large for a leaf have one each', async () => {
  const large = imported(0, 9).map((record) => ({
    ...record,
    kind: 'issue',
    updatedDate: at(500),
    fields: {
      title: Array.from({ length: 400 }, (_, n) => (n * 7919 + Number(record.id.length)) % 9973).join(' '),
    },
  }));
  await store.records.write(site, large.map(asNew));
  expect((await leafItems()).length).toBe(9);
  expect(await listed(store, site, { kind: 'issue' })).toEqual(lastUpdatedFirst(large));
});

it('a leaf loses the rows of changed records, and goes with the last', async () => {
  await create();
  const some = all.filter((_, n) => n % 2 === 0);
  await store.records.write(
    site,
    some.map((record) => changed(record)),
  );
  expect(await rowsIn()).toEqual(
    all
      .filter((_, n) => n % 2 === 1)
      .map(({ id }) => id)
      .toSorted(),
  );
  const rest = all.filter((_, n) => n % 2 === 1);
  for (let from = 0; from < rest.length; from += 50)
    await store.records.writeTogether(
      site,
      rest.slice(from, from + 50).map((record) => changed(record)),
    );
  expect(await leafItems()).toEqual([]);
});

it('a repeat, and an import that lost to another, leave no rows', async () => {
  await create(all.slice(0, 20));
  await create(all.slice(0, 40).map((record) => ({ ...record, updatedDate: at(600) })));
  await create(all.slice(0, 60).map((record) => ({ ...record, updatedDate: at(700), writer: 'another' })));
  expect(await rowsIn()).toEqual(
    all
      .slice(0, 60)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(await listed(store, site)).toHaveLength(60);
});

it('a record that is listed by one leaf stays there while another leaf loses its row', async () => {
  await create(all.slice(0, 20));
  const again = all.slice(1, 12).map((record) => asNew({ ...record, updatedDate: at(600) }));
  const [first] = all;
  await store.records.write(site, [changed(first!, { updatedDate: at(700) }), ...again]);
  expect(await listed(store, site)).toHaveLength(20);
  expect(await rowsIn()).toHaveLength(19);
});

it('a leaf loses its rows also when 16 change its records at once', async () => {
  await create(all.slice(0, 16));
  await Promise.all(all.slice(0, 16).map((record) => store.records.write(site, [changed(record)])));
  // Who is overtaken too often leaves its row, which no reader counts.
  expect((await rowsIn()).length).toBeLessThan(12);
  expect(await listed(store, site)).toHaveLength(16);
});

it.each([0, 1, 2, 5, 12])(
  'after a crash before write request %i no record is missing or doubled',
  async (requests) => {
    await dying(requests, () => create());
    const made = (await store.records.getMany(site, all)).filter((record) => record !== undefined);
    expect(await listed(store, site, { limit: 30 })).toEqual(lastUpdatedFirst(made));
    // The message comes again.
    const again = all.map((record) => ({ ...record, updatedDate: at(600) }));
    await create(again);
    const now = await store.records.getMany(site, all);
    const dates = new Set(now.map((record) => record?.updatedDate));
    expect(dates.size).toBe(made.length > 0 ? 2 : 1);
    expect(await listed(store, site, { limit: 30 })).toEqual(
      lastUpdatedFirst(now.flatMap((record) => record ?? [])),
    );
  },
);

it('a page is full also where a crash left more rows than it has', async () => {
  const older = imported(300, 50, { updatedDate: at(400) });
  await create(older);
  await dying(1, () => create());
  expect(await rowsIn()).toHaveLength(350);
  expect(await listed(store, site, { limit: 20 })).toEqual(lastUpdatedFirst(older));
});

it('what crashes left of a record is forgotten on request, and nothing else', async () => {
  await dying(1, () => create());
  await create(all.slice(0, 200).map((record) => ({ ...record, updatedDate: at(600) })));
  const ids = all.slice(190, 210);
  // Ten of them were written later; for the others an import may be under way.
  await store.records.forgetOthers(site, ids, new Date(at(1000)));
  expect(await rowsIn()).toHaveLength(300 + 200 - 10);
  await store.records.forgetOthers(site, ids, new Date(at(5000)));
  expect(await rowsIn()).toHaveLength(300 + 200 - 20);
  expect(await listed(store, site)).toHaveLength(200);
});

it('an erase takes the rows of a record out of leaves that crashes left', async () => {
  const { siteId } = await service.newSite();
  site = siteId;
  await dying(1, () => create());
  await create(all.map((record) => ({ ...record, updatedDate: at(600) })));
  const [ana] = all;
  const deleted = { deleted: true, fields: { name: 'Ana Pop', email: 'ana@example.com' } };
  await store.records.write(site, [changed(ana!, deleted)]);
  const hers = async () => (await rowsIn()).filter((id) => id === ana?.id).length;
  const erase = (dryRun: boolean) =>
    service.control('eraseRecord', {
      siteId,
      record: 'ana@example.com',
      receipt: 'a receipt of hers',
      dryRun,
    });
  expect(await hers()).toBe(1);
  await erase(true);
  expect(await hers()).toBe(1);
  expect((await erase(false)).body).toMatchObject({ objects: 1, busy: [] });
  expect(await hers()).toBe(0);
  expect(await rowsIn()).toHaveLength(2 * 299);
});

it('lists are in no leaf, and nothing is read before the first change of one', async () => {
  const lists = imported(0, 20).map((record) => ({ ...record, kind: 'list' }));
  await create(lists);
  expect(await leafItems()).toEqual([]);
  const sent: string[] = [];
  emulator.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        sent.push(commandName);
        return next(args);
      },
    { step: 'initialize', name: 'noting', override: true },
  );
  const first = changed(lists[0]!);
  expect(await store.records.writeTogether(site, [first])).toBe('written');
  emulator.client.middlewareStack.remove('noting');
  expect(sent).toEqual(['TransactWriteItemsCommand']);
});
