import { describe, expect, it } from 'vitest';
import { erasedRun as setUp, key } from '../testing/erased-run.ts';
import { captureLog } from '../testing/log-lines.ts';

const log = captureLog();

const nothing = { text: false, outcomes: true, sheet: 0, drop: 0 };
const found = { runId: 'run1', status: 'rejected', objects: 5, left: [] };
const removed = ['runs/run1/results/people.xlsx', key];

describe('erasing a record from a run', () => {
  it('leaves the other rows and an event with how much it was', async () => {
    const world = await setUp();
    expect(await world.erase({ dryRun: true })).toMatchObject({ runs: [{ ...found, removed }], searched: 1 });
    expect(world.leftOf()).not.toEqual(nothing);
    expect(await world.erasures()).toEqual([]);

    expect(await world.erase()).toMatchObject({ runs: [{ ...found, removed }] });
    expect(world.leftOf()).toEqual(nothing);
    expect(world.objects.everything()).toContain('row5@example.com');
    expect(world.objects.everything()).toContain('{"row":5,"status":"failed","reasons":[');
    expect(world.objects.everything()).toContain('4,,,\r\n5,update,name,Bo\r\n');
    expect(await world.erasures()).toMatchObject([{ data: { by: 'somebody', objects: 5 } }]);
    expect(JSON.stringify(await world.ledger.events('run1'))).not.toContain('row4');
    expect(JSON.stringify(log)).not.toMatch(/row4/iu);
    expect(await world.erase()).toMatchObject({ runs: [], searched: 1 });
  });

  it.each(Array.from({ length: 8 }, (_, at) => at + 1))(
    'is completed by a repeat after a crash at write %i, and is in the history before',
    async (write) => {
      const world = await setUp();
      world.crash(write);
      await expect(world.erase()).rejects.toThrow('killed');
      expect(await world.erasures()).toHaveLength(1);
      await world.erase();
      expect(world.leftOf()).toEqual(nothing);
    },
  );

  it('stops when its time is over, and goes on from there with one event', async () => {
    const world = await setUp();
    world.tick(20_000);
    let [cursor, calls, runs]: [unknown, number, unknown[]] = [undefined, 0, []];
    do {
      const answer = await world.erase({ cursor });
      runs = [...runs, ...answer.runs];
      cursor = answer.next;
      calls += 1;
    } while (cursor !== undefined);
    expect(calls).toBeGreaterThan(5);
    expect(runs).toMatchObject([{ ...found, removed }]);
    expect(world.leftOf()).toEqual(nothing);
    expect(await world.erasures()).toHaveLength(1);
  });

  it('names what the history keeps of it: in names of columns, or in the reason', async () => {
    const choices = [{ columns: ['row4@example.com'], score: 0, why: 'no field is called so' }];
    const places = [{ proposal: { profile: {}, choices } }, { reason: 'What is row4@example.com?' }];
    for (const rejected of places) {
      const { erase } = await setUp({ rejected });
      const left = [expect.stringMatching(/in the import history$/u)];
      expect(await erase()).toMatchObject({ runs: [{ ...found, left }] });
    }
  });

  it('does not believe a cursor that says that the event is written', async () => {
    const world = await setUp();
    const found = { rows: [], areRowsKnown: true, isInCopy: true };
    const place = { runId: 'run1', phase: 'erase', ...found, of: ['somebody'], objects: 0, removed: [] };
    await world.erase({ cursor: { place } });
    expect(await world.erasures()).toHaveLength(1);
    expect(world.leftOf()).toEqual(nothing);
  });

  it('does not erase more than was found by an erase whose end the cursor asks for', async () => {
    const world = await setUp();
    world.crash(2);
    await expect(world.erase()).rejects.toThrow('killed');
    const [event] = await world.erasures();
    const found = { rows: [], areRowsKnown: true, isInCopy: true, objects: 0, removed: [] };
    const place = { runId: 'run1', phase: 'erase', ...found, of: [String(event?.data['record'])] };
    await world.erase({ record: 'row5@example.com', cursor: { place } });
    expect(await world.erasures()).toHaveLength(1);
    expect(world.leftOf()).toEqual(nothing);
    expect(world.objects.everything()).toContain('row5@example.com');
  });

  it('is refused if the ledger refuses the event, as while an undo begins', async () => {
    const world = await setUp();
    const before = world.objects.everything();
    const run = (await world.ledger.run('run1'))!;
    world.ledger.moveRun = async () => ({ moved: false, now: run });
    expect(await world.erase()).toMatchObject({ runs: [{ refused: true, objects: 0 }] });
    expect(world.objects.everything()).toBe(before);
  });

  it('is refused while the run has not ended', async () => {
    const world = await setUp({ isEnded: false });
    const before = world.objects.everything();
    expect(await world.erase()).toMatchObject({ runs: [{ runId: 'run1', refused: true, objects: 0 }] });
    expect([await world.erasures(), world.objects.everything()]).toEqual([[], before]);
  });

  it.each([{ record: ' a ' }, { receipt: 'short' }, { more: 1 }])('refuses %j', async (more) => {
    expect((await (await setUp()).erase(more)).status).toBe(400);
  });
});
