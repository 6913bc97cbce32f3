import { sealKeys, sealSchema, verifyList, verifySeals } from '@sluice/ledger';
import type { Fault } from './effects.ts';
import type { Story } from './breaches.ts';
import type { World, WorldOptions } from './world.ts';

/** A story of the flow, small enough to be told again for every fault that there can be. */
export interface Scenario {
  readonly name: string;
  readonly options: Omit<WorldOptions, 'faults' | 'traces'>;
  /** Faults that no client can mend, with the reason beside them. */
  readonly beyond?: (fault: Fault) => boolean;
  /** Lets it happen, and says which runs there are and how each may end. */
  readonly play: (world: World) => Promise<Story[]>;
}

const inbox = 'inbox/members/new clients.csv';
const other = 'inbox/members/the same again.csv';

const sheet = (...rows: readonly string[]) => ['email,name', ...rows, ''].join('\r\n');
const row = (name: string) => `${name}@example.com,Canary ${name}`;
const good = sheet(row('a'), row('b'), row('c'));

function settings(world: World, more: object = {}): void {
  world.profile({ schema: 'client', lookup: 'email', batchSize: 2, emails: ['team@example.com'], ...more });
}

async function one(world: World, text: string, ends: Story['ends']): Promise<Story[]> {
  const runId = world.drop(inbox, text);
  await world.settle();
  return [{ runId, ends }];
}

/** A run that is cancelled as soon as one of its batches is sent for real; with the answer to that. */
async function cancelOnceSent(world: World): Promise<{ runId: string; status: number }> {
  settings(world);
  const runId = world.drop(inbox, good);
  await world.settle(() => world.service.calls.some(({ dryRun }) => !dryRun));
  return { runId, status: await world.act(runId, 'cancel') };
}

const refuse = ({ name }: Readonly<Record<string, unknown>>) =>
  name === 'Canary b' ? 'name: a name that is not taken' : undefined;
/** Row 3 is refused by the service, row 5 never leaves. */
const withBadRows = sheet(row('a'), row('b'), row('c'), 'no address,Canary d');

const seeded = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name: `Canary ${name}` }));
const leavers = ['email,deleted', 'a@example.com,true', 'b@example.com,true', 'c@example.com,true', ''].join(
  '\n',
);

const people = { schema: 'client', lookup: 'email' };
const steps = [
  { name: 'First', file: 'migrations/people/first.csv', ...people },
  { name: 'Rest', prefix: 'migrations/people/rest/', ...people },
];

const definitionNotice = JSON.stringify({
  Records: [
    {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'drops' }, object: { key: 'migrations/nightly.json', size: 9 } },
    },
  ],
});

/** Nobody dares to send deletions again whose answer was lost. */
const loses: WorldOptions['loses'] = ({ dryRun, batch, attempt }) => !dryRun && batch === 1 && attempt === 1;

/** Under a key all attempts have one name: those of the first minutes are lost. */
const losesAtFirst: WorldOptions['loses'] = ({ dryRun, batch, at }) =>
  !dryRun && batch === 1 && at < Date.parse('2026-03-01T08:05:00.000Z');

/** What is in the audit bucket proves every run of the story, and itself (invariant 21). */
function lookAtSeals({ s3, violations }: World, runId: string): void {
  const text = (key: string) => s3.get('audit', key) ?? '';
  const days = s3.keys('audit').flatMap((key) => /^seals\/(.+)\.json$/u.exec(key)?.[1] ?? []);
  const seals = days.toSorted().map((day) => sealSchema.parse(JSON.parse(text(sealKeys.seal(day)))));
  const lists = seals.map((seal) => ({ seal, list: text(sealKeys.heads(seal.day)) }));
  const found = [...verifySeals(seals), ...lists.flatMap(({ seal, list }) => verifyList(seal, list))];
  if (seals.length !== 2 || found.length > 0) violations.push('invariant 21: the seals do not hold');
  if (lists.filter(({ list }) => list.includes(runId)).length !== 1)
    violations.push('invariant 21: a run that ended is not sealed once');
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'the history of two days is sealed',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const stories = await one(world, good, ['succeeded']);
      await world.seal();
      await world.seal();
      for (const { runId } of stories) lookAtSeals(world, runId);
      return stories;
    },
  },
  {
    name: 'all good, at our service',
    options: { isOurs: true },
    play: (world) => {
      settings(world);
      return one(world, good, ['succeeded']);
    },
  },
  {
    name: 'all good, at a service without key and preview',
    options: { isOurs: false },
    play: (world) => {
      settings(world);
      return one(world, good, ['succeeded']);
    },
  },
  {
    name: 'bad rows stop the run',
    options: { isOurs: true, refuse },
    play: (world) => {
      settings(world);
      return one(world, withBadRows, ['rejected']);
    },
  },
  {
    name: 'bad rows are left out',
    options: { isOurs: true, refuse },
    play: (world) => {
      settings(world, { invalidRows: 'skip' });
      return one(world, withBadRows, ['partly_succeeded']);
    },
  },
  {
    name: 'undo',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const [story] = await one(world, good, ['undone']);
      if (story === undefined) return [];
      await world.act(story.runId, 'undo');
      await world.settle();
      return [story];
    },
  },
  {
    name: 'cancel half way',
    options: { isOurs: true },
    play: async (world) => {
      const { runId, status } = await cancelOnceSent(world);
      await world.settle();
      return [{ runId, ends: status === 409 ? ['cancelled', 'succeeded'] : ['cancelled'] }];
    },
  },
  {
    name: 'undo what was cancelled with an answer lost',
    options: { isOurs: true, loses: losesAtFirst },
    play: async (world) => {
      const { runId } = await cancelOnceSent(world);
      await world.settle(() => world.ses.sent.length > 0);
      // As soon as its own mail is out, so within the quiet time.
      for (let asked = 0; asked < 50 && (await world.act(runId, 'undo')) === 409; asked += 1) {
        let steps = 0;
        await world.settle(() => (steps += 1) > 3);
      }
      await world.settle();
      return [{ runId, ends: ['undone'] }];
    },
  },
  {
    name: 'an importId that comes after its run was cancelled',
    options: { isOurs: true, loses: losesAtFirst },
    play: async (world) => {
      const { runId } = await cancelOnceSent(world);
      await world.settle();
      const { finishedAt = '', status } = await world.runOf(runId);
      const [late] = [...world.service.imports].filter(([, one]) => !one.dryRun && one.batch === 1);
      if (late === undefined || status !== 'cancelled') return [{ runId, ends: ['cancelled', 'succeeded'] }];
      const ref = { runId, batch: 1, phase: 'real' } as const;
      // As a worker that slept would write it down; its message comes once more.
      const at = new Date(Date.parse(finishedAt) + 60_000).toISOString();
      const event = { type: 'accepted', at, owner: 'asleep', importId: late[0] } as const;
      await world.look((ledger) => ledger.moveSubmission(ref, event));
      world.sqs.send('batches', JSON.stringify({ v: 1, ...ref }));
      await world.settle();
      const { late: heard } = await world.runOf(runId);
      if (heard?.length !== 1 || heard.some((one) => one.status !== 'success'))
        throw new Error('invariant 4: what came late is not polled');
      return [{ runId, ends: ['cancelled'] }];
    },
  },
  {
    name: 'a decision',
    options: { isOurs: false, seeded, loses },
    // A proxy that repeats a POST of deletions, at a service without keys: the flow has sent it once.
    beyond: ({ effect, kind }) => kind === 'twice' && effect.startsWith('submitReal Http.import'),
    play: async (world) => {
      settings(world);
      return one(world, leavers, ['succeeded', 'partly_succeeded', 'failed']);
    },
  },
  {
    name: 'a plan is approved, and another one that has changed since',
    options: { isOurs: true },
    play: async (world) => {
      settings(world, { approval: 'ask' });
      const runId = world.drop(inbox, good);
      await world.settle();
      // Somebody makes one of its records by hand meanwhile.
      const record = { email: 'b@example.com', name: 'Somebody' };
      world.service.records.set(record.email, { record, importId: 'by hand' });
      for (let asked = 1; asked <= 2; asked += 1) {
        if ((await world.runOf(runId)).approval?.asked !== asked)
          throw new Error(`The run does not ask for the ${asked}. time`);
        await world.act(runId, 'approve');
        await world.settle();
      }
      return [{ runId, ends: ['succeeded'] }];
    },
  },
  {
    name: 'two files in one lane',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const texts = [good, sheet(row('d'), row('e'), row('f'))];
      const runIds = texts.map((text, at) => world.drop(`inbox/members/file ${at}.csv`, text));
      await world.settle();
      return runIds.map((runId) => ({ runId, ends: ['succeeded'] }));
    },
  },
  {
    name: 'a migration that is scheduled, started by hand and undone',
    options: { isOurs: true },
    play: async (world) => {
      world.put('migrations/people/first.csv', sheet(row('a'), row('b')));
      const define = async (more: object) => {
        world.put('migrations/nightly.json', JSON.stringify({ steps: steps.slice(0, 1), ...more }));
        for (let told = 0; told < 2; told += 1) world.sqs.send('definitions', definitionNotice);
        await world.settle();
        return world.schedules.has('nightly');
      };
      // Two notices of one file at the same moment: one of them is first.
      world.put(
        'migrations/nightly.json',
        JSON.stringify({ steps: steps.slice(0, 1), schedule: 'rate(1 day)' }),
      );
      const notice: unknown = JSON.parse(definitionNotice);
      await Promise.all([world.migrating.schedule(notice), world.migrating.schedule(notice)]);
      // Nobody is told of the deletion but by the sweep.
      world.remove('migrations/nightly.json');
      await world.settle();
      if (world.schedules.has('nightly')) throw new Error('invariant 8: a schedule outlives its definition');
      let isKept = await define({ schedule: 'rate(2 days)' });
      isKept &&= await define({ schedule: 'rate(3 days)' });
      await world.migrating.list();
      isKept &&= !(await define({}));
      if (!isKept) throw new Error('The schedule of a migration is not what its file says');
      const started = async () =>
        (await world.look(() => world.migrations.openMigrations())).find(({ name }) => name === 'nightly');
      const isKnown = async (migrationId: string, status: string) =>
        (await world.migration(migrationId))?.status === status;
      await world.migrating.act('/migrations/nightly/start', async () => (await started()) !== undefined);
      const { migrationId = '' } = (await started()) ?? {};
      await world.settle();
      await world.migrating.act(`/migrations/${migrationId}/undo`, () => isKnown(migrationId, 'undoing'));
      await world.settle();
      const migration = await world.migration(migrationId);
      if (migration?.status !== 'undone') throw new Error(`The migration is ${migration?.status}`);
      return migration.steps.flatMap(({ runIds }) => runIds.map((runId) => ({ runId, ends: ['undone'] })));
    },
  },
  {
    name: 'a dead letter redriven, and a mail that bounces',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const runId = world.drop(inbox, good, { isEventDead: true });
      await world.redrive();
      await world.settle();
      const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'team@example.com' }] };
      const mail = { messageId: 'mail-1', tags: { runId: [runId] } };
      const event = JSON.stringify({ eventType: 'Bounce', mail, bounce });
      for (const again of [event, event]) world.sqs.send('mailEvents', again);
      await world.settle();
      return [{ runId, ends: ['succeeded'] }];
    },
  },
  {
    name: 'a migration of two steps',
    options: { isOurs: true },
    play: async (world) => {
      world.put('migrations/people/first.csv', sheet(row('a'), row('b')));
      world.put('migrations/people/rest/c.csv', sheet(row('c')));
      world.put('migrations/nightly.json', JSON.stringify({ steps }));
      const migrationId = world.migrating.fire('nightly');
      await world.settle();
      const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'team@example.com' }] };
      const mail = { messageId: 'mail-1', tags: { migrationId: [migrationId] } };
      const event = JSON.stringify({ eventType: 'Bounce', mail, bounce });
      for (const again of [event, event]) world.sqs.send('mailEvents', again);
      await world.settle();
      const migration = await world.migration(migrationId);
      if (migration?.mailEvents?.length !== 1) throw new Error('The bounce of its mail is not kept once');
      if (migration?.status !== 'succeeded') throw new Error(`The migration is ${migration?.status}`);
      return migration.steps.flatMap(({ runIds }) => runIds.map((runId) => ({ runId, ends: ['succeeded'] })));
    },
  },
  {
    name: 'the same content twice, and one event lost',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const ends = ['succeeded', 'duplicate'] as const;
      const first = world.drop(inbox, good, { isEventLost: true });
      const second = world.drop(other, good);
      await world.settle();
      const statuses = [(await world.runOf(first)).status, (await world.runOf(second)).status];
      if (!ends.every((status) => statuses.includes(status)))
        throw new Error(`invariant 7: of the same content twice one is imported, not ${statuses.join()}`);
      return [first, second].map((runId) => ({ runId, ends }));
    },
  },
];
