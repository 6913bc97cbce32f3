import { eraseWhole, objectsWith } from './erasing.ts';
import { finish } from './finish.ts';
import { good, inbox, one, other, row, settings, sheet, type Scenario } from './scenario.ts';
import type { World, WorldOptions } from './world.ts';

/** A run that is cancelled as soon as one of its batches is sent for real; with the answer to that. */
async function cancelOnceSent(world: World): Promise<{ runId: string; status: number }> {
  settings(world);
  const runId = world.drop(inbox, good);
  await world.settle(() => world.service.calls.some(({ dryRun }) => !dryRun));
  return { runId, status: (await world.act(runId, 'cancel')).status };
}

const seeded = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name: `Canary ${name}` }));
const leavers = ['email,deleted', 'a@example.com,true', 'b@example.com,true', 'c@example.com,true', ''].join(
  '\n',
);

/** Nobody dares to send deletions again whose answer was lost. */
const loses: WorldOptions['loses'] = ({ dryRun, batch, attempt }) => !dryRun && batch === 1 && attempt === 1;

/** Under a key all attempts have one name: those of the first minutes are lost. */
const losesAtFirst: WorldOptions['loses'] = ({ dryRun, batch, at }) =>
  !dryRun && batch === 1 && at < Date.parse('2026-03-01T08:05:00.000Z');

/** What the history of a run has about operators: the run's own undo is none. */
async function expectReverts(world: World, runId: string, importIds: readonly string[]): Promise<void> {
  const events = (await world.ledger.events(runId)).filter(({ type }) => type === 'importReverted');
  const found = events.map(({ data }) => data['importId']);
  if (found.join() !== importIds.join())
    throw new Error(`expected operators to have reverted [${importIds.join()}], not [${found.join()}]`);
}

/** In which a person acts on a run. */
export const peopleScenarios: readonly Scenario[] = [
  {
    name: 'undo',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const [expected] = await one(world, good, ['undone']);
      if (expected === undefined) return [];
      await world.act(expected.runId, 'undo');
      await world.settle();
      await expectReverts(world, expected.runId, []);
      return [expected];
    },
  },
  {
    name: 'an operator reverts an import after which others wrote, which is published twice',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const [expected] = await one(world, good, ['succeeded']);
      const importId = [...world.service.imports.values()].find(({ dryRun }) => !dryRun)?.importId;
      if (expected === undefined || importId === undefined) return [];
      const later = world.drop(other, sheet(row('d')));
      await world.settle();
      const counts = { reversed: 2, kept: 0, failed: 0 };
      const message = { importId, by: 'ana', startedDate: '2026-03-01T09:00:00.000Z', ...counts };
      for (const again of [message, message]) world.sqs.send('reverts', JSON.stringify(again));
      await world.settle();
      await expectReverts(world, expected.runId, [importId]);
      // Not a duplicate: what it would repeat is not the last that was written.
      const again = world.drop('inbox/members/once more.csv', sheet(row('d')));
      await world.settle();
      return [expected, ...[later, again].map((runId) => ({ runId, ends: expected.ends }))];
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
      await world.settle(() => world.mails.length > 0);
      // As soon as its own mail is out, so within the quiet time.
      for (let asked = 0; asked < 50 && (await world.act(runId, 'undo')).status === 409; asked += 1) {
        let steps = 0;
        await world.settle(() => (steps += 1) > 40);
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
      await world.ledger.moveSubmission(ref, event);
      world.sqs.send('batches', JSON.stringify({ v: 1, ...ref }));
      await world.settle();
      const { late: received } = await world.runOf(runId);
      if (received?.length !== 1 || received.some((one) => one.status !== 'success'))
        throw new Error('invariant 4: what came late is not polled');
      return [{ runId, ends: ['cancelled'] }];
    },
  },
  {
    name: 'a person is erased while the run goes on, and once it has ended',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const runId = world.drop(inbox, good);
      await world.settle(() => world.service.calls.some(({ dryRun }) => !dryRun));
      await world.erase('a@example.com');
      await world.settle();
      await eraseWhole(world, [runId], 'a@example.com');
      // Whatever was late comes now.
      await finish(world, [runId]);
      await world.settle();
      // Ids of records stay. Those of this service begin so.
      const left = objectsWith(world, /(?<!id-)a@example\.com|Canary a\b/u);
      if (left.length > 0) throw new Error(`expected nothing of an erased person, found ${left.join()}`);
      if (objectsWith(world, /(?<!id-)b@example\.com/u).length === 0)
        throw new Error('expected the others to stay');
      return [{ runId, ends: ['succeeded'] }];
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
    options: { isOurs: true, diffPages: ['a page that is gone'] },
    play: async (world) => {
      settings(world, { approval: 'ask' });
      const runId = world.drop(inbox, good);
      await world.settle();
      // Somebody makes one of its records by hand meanwhile.
      await world.service.changeByHand({ email: 'b@example.com', name: 'Somebody' });
      for (let asked = 1; asked <= 2; asked += 1) {
        if ((await world.runOf(runId)).approval?.asked !== asked)
          throw new Error(`invariant 5: the run does not ask for the ${asked}. time`);
        await world.act(runId, 'approve');
        await world.settle();
      }
      return [{ runId, ends: ['succeeded'] }];
    },
  },
];
