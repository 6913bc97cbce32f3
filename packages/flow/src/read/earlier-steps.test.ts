import { runIdOf, type OfMigration } from '@sluice/ledger';
import { expect, test } from 'vitest';
import { batchObjects, batchObjectSchema } from '../run-objects.ts';
import { captureLog } from '../testing/log-lines.ts';
import { memoryReading } from '../testing/memory-reading.ts';
import { createNamed } from './earlier-steps.ts';
import { readDrop } from './read-drop.ts';

captureLog();

/** The steps of a migration's dry run are read one after another, each as its lines. */
function steps() {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const services = memoryReading(now);
  const { drops } = services;
  const after: string[] = [];
  const read = async (schema: string, lookup: string, lines: readonly string[]): Promise<string> => {
    const step = after.length + 1;
    const place = { bucket: 'drops', key: `migrations/m/${step}.csv`, versionId: 'v1' };
    drops.putVersion(place, Buffer.from(lines.join('\n')));
    const migration: OfMigration = {
      ...{ migrationId: 'm1', name: 'm', scheduledAt: now().toISOString(), step, schema, lookup },
      ...{ dryRun: true, after: [...after] },
    };
    const drop = { ...place, bytes: 100, droppedBy: 'somebody', migration };
    await readDrop(drop, services);
    const runId = runIdOf(drop);
    after.push(runId);
    return runId;
  };
  return { ...services, read };
}

function setUp() {
  const { files, ledger, read } = steps();
  return async (schema: string, lookup: string, ...lines: string[]) => {
    const runId = await read(schema, lookup, lines);
    const [batch] = await ledger.batches(runId);
    if (batch === undefined) throw new Error((await ledger.run(runId))?.reason);
    const { before } = (await batchObjects.records.read({ ...batch, batch: 1 }, files)) ?? {};
    return before && { ...before, body: JSON.parse(before.body) as unknown };
  };
}

test('a later step sends along what it names of the records of earlier steps, without their own references', async () => {
  const read = setUp();
  expect(await read('role', 'name', 'Name', 'Nurse', 'Clerk')).toBeUndefined();
  const nurse = { schema: 'role', lookup: 'name', records: [{ name: 'Nurse' }] };
  const people = ['Name,E-mail,Role ids,Home phone', 'Ada,ada@example.com,NURSE,031', 'Bo,bo@example.com,,'];
  expect(await read('professional', 'email', ...people)).toEqual({ body: [nurse], records: 1 });
  await read('interestAccount', 'name', 'Name,Owner number', 'House,H-7', 'Barn,B-1', 'Shed,S-1');
  const issues = [
    'Title,Requester id,Owner numbers',
    'Pipe,ADA@example.com,Barn;H-7',
    'Roof,nobody@example.com,',
  ];
  expect(await read('issue', 'title', ...issues)).toEqual({
    body: [
      { schema: 'professional', lookup: 'email', records: [{ name: 'Ada', email: 'ada@example.com' }] },
      {
        schema: 'interestAccount',
        lookup: 'name',
        records: [
          { name: 'House', ownerNumber: 'H-7' },
          { name: 'Barn', ownerNumber: 'B-1' },
        ],
      },
    ],
    records: 3,
  });
});

test('a later step sends along the records that it changes, and the list of its items', async () => {
  const read = setUp();
  await read('list', 'name', 'Name', 'US Counties', 'Colours');
  expect(await read('ListItem.uscounties', 'code', 'Title,Code', 'Adams,001')).toEqual({
    body: [{ schema: 'list', lookup: 'name', records: [{ name: 'US Counties' }] }],
    records: 1,
  });
  await read('client', 'email', 'Name,E-mail', 'Ada,ada@example.com', 'Bo,bo@example.com');
  expect(await read('client', 'email', 'E-mail,Home phone', 'bo@example.com,031')).toEqual({
    body: [{ schema: 'client', lookup: 'email', records: [{ name: 'Bo', email: 'bo@example.com' }] }],
    records: 1,
  });
});

test('of a million values, what finds two records each is kept for those that are named, and nothing of the others', () => {
  const named = createNamed(['["user","email","p7@example.com"]', '["user","name","Ann"]']);
  const people = Array.from({ length: 1000 }, (_, at) => ({
    name: 'Ann',
    email: `p${at}@example.com`,
    homePhone: '1',
  }));
  for (let step = 0; step < 10; step += 1) named.see({ schema: 'client', lookup: 'email', records: people });
  expect([...named.found.values()].map((some) => some.map(({ fields }) => fields))).toEqual([
    [
      { name: 'Ann', email: 'p7@example.com' },
      { name: 'Ann', email: 'p7@example.com' },
    ],
    [
      { name: 'Ann', email: 'p0@example.com' },
      { name: 'Ann', email: 'p1@example.com' },
    ],
  ]);
});

test('a step of 20 MB reads the earlier ones twice, for at most 18 MB of its batches each time', async () => {
  const { files, read } = steps();
  const first = await read('interestAccount', 'ownerNumber', ['Name,Owner number', 'House,H-1', 'Barn,H-2']);
  const { get, put } = files;
  const held: number[] = [];
  const before: unknown[] = [];
  Object.assign(files, {
    get: (key: string) => {
      if (key.startsWith(`runs/${first}/batches/`)) held.push(0);
      return get(key);
    },
    put: (key: string, text: string) => {
      const object = key.includes('/batches/') ? batchObjectSchema.parse(JSON.parse(text)) : undefined;
      held.push((held.pop() ?? 0) + (object?.body.length ?? 0));
      if (object?.before !== undefined) before.push(JSON.parse(object.before.body));
      return put(key, text);
    },
  });
  const rows = Array.from({ length: 20_000 }, (_, at) => `N,H-${at},${'x'.repeat(990)}`);
  await read('interestAccount', 'ownerNumber', ['Name,Owner number,Address', ...rows]);
  const house = { name: 'House', ownerNumber: 'H-1' };
  const barn = { name: 'Barn', ownerNumber: 'H-2' };
  expect(before).toEqual([[{ schema: 'interestAccount', lookup: 'ownerNumber', records: [house, barn] }]]);
  expect(held.map((characters) => Math.round(characters / 1e6))).toEqual([18, 3]);
});
