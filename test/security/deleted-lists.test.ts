import { client, onASite, set } from '@sluice/data-access/testing/on-a-site';
import { countRecords, previewOf } from '@sluice/flow/attempts/preview';
import { approvalReasons } from '@sluice/import-plan';
import { expect, it } from 'vitest';

const { run, control, call } = onASite();

const deletion = [
  set('list', 'name', [
    { name: 'Towns', deleted: true },
    { name: 'Empty', deleted: true },
  ]),
];

async function seeded() {
  for (const name of ['Towns', 'Empty']) expect((await control('createList', { name })).ok).toBe(true);
  const items = Array.from({ length: 30 }, (_, n) => ({ title: `Town ${n}` }));
  expect((await call('createListItems', { listId: 'Towns', items })).ok).toBe(true);
  await run([set('ListItem.Towns', 'title', [{ title: 'Town 7', deleted: true }])]);
}

/** What a guard rail says of these record sets. */
async function said(recordSets: typeof deletion, mostDeleted: number, isTold = true) {
  const dry = await run(recordSets, { dryRun: true });
  const rows = recordSets.flatMap(({ records }) => records).map((_, at) => at + 2);
  const preview = isTold ? dry.preview : undefined;
  const previewed = previewOf({ v: 1, rows, body: JSON.stringify(recordSets) }, preview);
  const records = countRecords(previewed.rows);
  const read = { read: rows.length, filtered: 0, failed: 0, notAttempted: 0, warned: 0 };
  const rule = { approval: 'auto', guardRails: { mostDeleted }, secondPerson: false } as const;
  return approvalReasons(rule, { rows: read, records }).map(({ says }) => says);
}

it('a guard rail counts the items that go with their list', async () => {
  await seeded();
  expect(await said(deletion, 30)).toEqual([expect.stringContaining('31 of 31 records would be deleted')]);
  expect(await said(deletion, 31)).toEqual([]);
});

it('an item that the same import deletes before its list counts once', async () => {
  await seeded();
  const both = [set('ListItem.Towns', 'title', [{ title: 'Town 8', deleted: true }]), ...deletion];
  expect(await said(both, 30)).toEqual([expect.stringContaining('31 of 31 records would be deleted')]);
  expect(await said(both, 31)).toEqual([]);
});

it('where a server does not say how many items a list has, each set rail asks', async () => {
  await seeded();
  expect(await said(deletion, 1000, false)).toEqual([
    expect.stringContaining('2 or more of 2 records would be deleted'),
  ]);
  expect(await said([client([{ email: 'a@x.org', deleted: true }])], 1000, false)).toEqual([]);
});
