import { expect, it } from 'vitest';
import { runIdOf } from '@sluice/ledger';
import { erasedRun } from '../testing/erased-run.ts';
import { captureLog } from '../testing/log-lines.ts';

captureLog();
const record = 'zoe@example.com';
const withoutRun = 'a drop without a run, which it gets within a quarter of an hour: erase again then';
const settings = 'settings of a folder, which their keepers change';
const ofMigrations = 'a file of migrations, which its keepers change';

type World = Awaited<ReturnType<typeof erasedRun>>;
const put = ({ drops }: World, key: string, text: string, versionId = 'v1') =>
  drops.putVersion({ key, versionId }, Buffer.from(text));

/** All answers, each of which may stop. */
async function left({ erase }: World): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: unknown; ;) {
    const answer = await erase({ record, cursor });
    all.push(...((answer.left as string[] | undefined) ?? []));
    cursor = answer.next;
    if (cursor === undefined) return all;
  }
}

it.each([0, 2_000])('names what belongs to no run, in any version; a read takes %i ms', async (ms) => {
  const world = await erasedRun();
  world.tick(ms);
  const files: Record<string, string> = {
    'inbox/client/email/new.csv': `email\n${record}\n`,
    'inbox/client/email/others.csv': 'email\nbo@example.com\n',
    'inbox/client/email/zoe@example.com.csv': 'email\nbo@example.com\n',
    'migrations/all.json': '{"emails":["bo@example.com"]}',
    'migrations/files/people.csv': `email\n"${record}"\n`,
    'profiles/club.json': `{"failureEmails":["${record}"]}`,
    'profiles/zoe@example.com.json': '{}',
    'elsewhere/x.json': record,
  };
  for (const [key, text] of Object.entries(files)) put(world, key, text);
  put(world, 'profiles/club.json', '{}', 'v2');
  expect(await left(world)).toEqual([
    `inbox/client/email/new.csv: ${withoutRun}`,
    'inbox/client/email/zoe@example.com.csv: its name, which the import history keeps',
    `profiles/club.json: ${settings}`,
    'profiles/zoe@example.com.json: its name, which the import history keeps',
    `migrations/files/people.csv: ${ofMigrations}`,
  ]);
});

it('leaves to a run what has one, and names what cannot be searched', async () => {
  const world = await erasedRun();
  const key = 'inbox/client/email/new.csv';
  put(world, key, `email\n${record}\n`);
  put(world, 'inbox/client/email/damaged.xlsx', 'PK\u0003\u0004 damaged');
  const damaged = 'inbox/client/email/damaged.xlsx: the file cannot be searched';
  expect(await left(world)).toEqual([damaged, `${key}: ${withoutRun}`]);
  const facts = { bucket: 'drops', key, versionId: 'v1', fileName: 'new.csv', bytes: 1, target: 't' };
  await world.ledger.beginRun({ ...facts, runId: runIdOf(facts), emails: [], droppedBy: 'ana' });
  expect(await left(world)).toEqual([damaged]);
});

it('names a drop that is kept longer than what its run has, which is not searched', async () => {
  const world = await erasedRun();
  const key = 'inbox/client/email/old.csv';
  put(world, key, `email\n${record}\n`);
  const facts = { bucket: 'drops', key, versionId: 'v1', fileName: 'old.csv', bytes: 1, target: 't' };
  await world.ledger.beginRun({ ...facts, runId: runIdOf(facts), emails: [], droppedBy: 'ana' });
  expect(await left(world)).toEqual([]);
  world.pass(401 * 86_400_000);
  const old = 'a drop that is kept longer than what its run has: remove this version from the bucket';
  expect(await left(world)).toEqual([`${key}: ${old}`]);
});

it('names a run that cannot be read, once', async () => {
  const world = await erasedRun();
  const { runPage } = world.ledger;
  Object.assign(world.ledger, {
    runPage: async (...query: Parameters<typeof runPage>) => ({
      ...(await runPage(...query)),
      unreadable: ['run7'],
    }),
  });
  world.tick(2_000);
  expect(await left(world)).toEqual(['run run7: its item in the ledger cannot be read']);
});
