import { describe, expect, it } from 'vitest';
import {
  expectEnd,
  inbox,
  linesOf,
  nthImport,
  real,
  settled,
  sheetOf,
  staged,
  until,
  untilRun,
  withNames,
  type Staged,
  type Staging,
} from './staging.ts';

const people = (count: number) =>
  sheetOf('email', ...Array.from({ length: count }, (_, n) => `p${n}@example.com`));
const imported = (options: Staging = {}, rows = 5) => settled(people(rows), options);

const reportOf = async (world: Staged, runId: string) =>
  linesOf(withNames(world, world.s3.get('files', (await world.runOf(runId)).undo?.reportKey ?? '')));

async function expectUndone(world: Staged, runId: string) {
  const counts = await expectEnd(world, runId, 'undone');
  const run = await world.runOf(runId);
  expect(run.undo?.by).toBe('ana');
  // What the run did stays as it was counted.
  expect(run.counts).toEqual(counts);
  return run.undo?.counts;
}

const undosOf = ({ service }: Staged) =>
  [...service.imports.values()].flatMap(({ undo }, at) => (undo === undefined ? [] : [at + 1]));

/** Somebody changes one record after the import, and the undo of another one fails. */
async function importedMixed() {
  const { world, runId } = await imported({
    undone: (lookup) => {
      if (lookup === 'p1@example.com') return { outcome: 'kept', reason: 'changed since' };
      return lookup === 'p4@example.com' ? { outcome: 'failed', reason: '=gone' } : undefined;
    },
  });
  await world.service.changeByHand({ email: 'p1@example.com', name: 'changed' });
  return { world, runId };
}

describe('undoing a run', () => {
  it('undoes each of its imports, reports each row, and sends one more mail (invariant 13)', async () => {
    const { world, runId } = await importedMixed();
    expect((await world.act(runId, 'undo')).status).toBe(200);
    expect(await expectUndone(world, runId)).toEqual({ reversed: 3, kept: 1, failed: 1 });
    expect(undosOf(world)).toEqual([4, 5, 6]);
    expect(await reportOf(world, runId)).toEqual([
      'Row,Undo,Reason,Record id,Reason code',
      '2,reversed,,id-p0@example.com,',
      '3,kept,changed since,id-p1@example.com,refused_by_service',
      '4,reversed,,id-p2@example.com,',
      '5,reversed,,id-p3@example.com,',
      "6,failed,'=gone,id-p4@example.com,refused_by_service",
    ]);
    expect(world.mails).toHaveLength(2);
    const { subject = '', text = '' } = world.mails[1] ?? {};
    expect(subject).toContain('3 records undone, 2 not');
    expect(text).toMatch(/3 records undone, 1 kept because somebody changed it since, 1 failed\./u);
    expect(text).toContain('undo of new.csv\n');
    expect(text).toContain('undone by');
  });

  it('happens once, however often somebody requests it', async () => {
    const { world, runId } = await imported();
    await world.act(runId, 'undo');
    expect((await world.act(runId, 'undo', { by: 'ben' })).status).toBe(200);
    await expectUndone(world, runId);
    expect((await world.act(runId, 'undo')).status).toBe(200);
    await world.settle();
    expect(world.mails).toHaveLength(2);
    expect(undosOf(world)).toHaveLength(3);
  });

  it('reports the rows of an import that cannot be undone, and undoes the others', async () => {
    let refused = '';
    const refuseUndo = (importId: string) => (importId === refused ? 'not kept any more' : undefined);
    const { world, runId } = await imported({ refuseUndo });
    refused = nthImport(world, 4);
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: 3, kept: 0, failed: 2 });
    expect((await reportOf(world, runId))[1]).toBe(
      '2,failed,The service did not undo the import of this row: not kept any more,id-p0@example.com,undo_refused',
    );
  });

  it('is refused where the service cannot undo', async () => {
    const { world, runId } = await imported({ canRevert: false });
    const { status, body } = await world.act(runId, 'undo');
    expect(status).toBe(409);
    expect(body).toContain('cannot undo imports');
    expect((await world.runOf(runId)).status).toBe('succeeded');
  });

  it('is refused for a run that wrote nothing, or goes on', async () => {
    const { world, runId: rejected } = await settled(sheetOf('email', 'no address'));
    expect((await world.act(rejected, 'undo')).body).toContain('This run is rejected');
    const live = world.drop(inbox, people(1));
    await untilRun(world, live, 'checking');
    expect((await world.act(live, 'undo')).body).toMatch(/This run is (checking|importing)/u);
  });

  it('undoes what a cancelled run had written', async () => {
    const world = staged();
    const runId = world.drop(inbox, people(5));
    await until(world, () => real(world).length > 0);
    await world.act(runId, 'cancel');
    await world.settle();
    const { created } = await world.countsOf(runId);
    expect(created).toBeGreaterThan(0);
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: created, kept: 0, failed: 0 });
  });

  it('calls a service that hangs no longer than a step may take, and ends when it answers again (invariant 12)', async () => {
    let [hangs, calls] = [false, 0];
    const { world, runId } = await imported(
      {
        // A sleep of 20 seconds.
        decisions: {
          made: new Set(),
          chance: () => false,
          pick: (name) => (name.startsWith('sleep ') ? 1 : 0),
        },
        scripted: ({ command }) => {
          if (command !== 'revert' || !hangs) return undefined;
          calls += 1;
          return 'answersLate';
        },
        undoesFor: 30_000,
      },
      60,
    );
    hangs = true;
    await world.act(runId, 'undo');
    const tracker = world.invoke('trackRun', (functions) => functions.trackRun({ runId, polls: 0 }), runId);
    expect(await world.until(tracker)).toBe('done');
    expect(calls).toBeGreaterThan(0);
    // Eight at once, by each of two trackers.
    expect(calls).toBeLessThanOrEqual(16);
    hangs = false;
    expect(await expectUndone(world, runId)).toEqual({ reversed: 60, kept: 0, failed: 0 });
  });

  it('gives up after a day without an answer (invariant 12)', async () => {
    const { world, runId } = await imported({ undoesFor: Infinity });
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: 0, kept: 0, failed: 5 });
    expect((await reportOf(world, runId))[1]).toContain('within a day');
  });
});
