import { reasonOf } from '@sluice/contract';
import { createMemoryObjects } from '@sluice/aws-kit/erasure/testing';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { packed } from '../testing/packed-rows.ts';
import { plannedRun } from '../testing/planned-run.ts';
import type { ObjectRef } from '../ports.ts';
import { batchObjects, rowsKeyOf, runKeys } from '../run-objects.ts';
import { answerErase } from './answer-erase.ts';

const key = 'inbox/client/email/people.csv';
const receipt = 'a receipt of a person';
const log = captureLog();

/** A run that ended, with two batches of two rows. Row 4 is erased. */
async function setUp({ isEnded = true, rejected = {} }: { isEnded?: boolean; rejected?: object } = {}) {
  let ticking = 0;
  let crashAt = Infinity;
  let [time, writes] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date((time += ticking));
  const write = () => {
    if ((writes += 1) === crashAt) throw new Error('killed');
  };
  const ledger = createMemoryLedger({ now });
  const objects = createMemoryObjects(write);
  const drops = createMemoryFiles();
  await plannedRun({ ledger, files: objects, now, batches: 2, fields: { name: 'Somebody' } });
  const lines = [2, 3, 4, 5].map((row) => `row${row}@example.com,Somebody\r\n`);
  drops.putVersion({ key, versionId: 'v1' }, Buffer.from(`email,name\r\n${lines.join('')}`));
  const status = { status: 'failed', reasons: [reasonOf('not_email')] } as const;
  const outcomes = [
    { row: 4, ...status },
    { row: 5, ...status },
  ];
  await batchObjects.outcomes.write({ runId: 'run1', batch: 2, phase: 'dry' }, outcomes, objects);
  await objects.put(
    runKeys.plan('run1', 'people.csv', 1),
    'Row,Plan,Field,To\r\n4,update,name,Ana\r\n5,update,name,Bo\r\n',
  );
  await objects.put(runKeys.result('run1', 'people.xlsx'), 'PK');
  const at = now().toISOString();
  if (isEnded) {
    await ledger.moveRun('run1', { type: 'rejected', at, reason: 'wrong rows', ...rejected });
    await ledger.moveRun('run1', { type: 'noticeChanged', at, notice: { state: 'sent', at } });
  }
  const services = {
    ...{ ledger, drops, objects, now, dropBucket: 'drops', keptDays: 400 },
    files: {
      get: async () => undefined,
      put: objects.put,
      stream: async function* ({ key: one, versionId }: ObjectRef, range = { start: 0, end: Infinity }) {
        const text = await objects.text({ key: one, versionId: versionId ?? '' });
        yield Buffer.from(text ?? '', 'latin1').subarray(range.start, range.end);
      },
    },
    inbox: {
      remove: async ({ versionId }: { readonly versionId: string }) => {
        write();
        for (const name of [key, `${key}?${versionId}`]) drops.objects.delete(name);
      },
    },
  };
  drops.about = async ({ versionId }) =>
    drops.objects.has(`${key}?${versionId}`) ? { versionId, metadata: {} } : undefined;
  const erase = async (more: object = {}) => {
    const body = JSON.stringify({ record: ' ROW4@example.com', receipt, by: 'somebody', ...more });
    const answer = await answerErase(
      { method: 'POST', path: '/erase', headers: {}, query: {}, sourceIp: '127.0.0.1', body },
      services,
    );
    return { status: answer.status, ...JSON.parse(String(answer.body)) };
  };
  const erasures = async () => (await ledger.events('run1')).filter(({ type }) => type === 'erased');
  const leftOf = () => ({
    text: /row4|Ana/iu.test(objects.everything()),
    outcomes: objects
      .texts('runs/run1/outcomes/00002-dry.json.gz')
      .join('')
      .includes('"row":4,"status":"failed"}'),
    sheet: objects.texts(runKeys.result('run1', 'people.xlsx')).length,
    drop: drops.objects.size,
  });
  return {
    ...{ erase, erasures, leftOf, objects, drops, ledger },
    crash: (write: number) => ([crashAt, writes] = [write, 0]),
    tick: (ms: number) => (ticking = ms),
  };
}

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

describe('a refused row, which is in no batch', () => {
  const result = runKeys.result('run1', 'people.xlsx');
  const record = 'zoe@example.com';

  const rows = [['bo@example.com'], ['Zoe@example.com', 'May']];

  /** Only the result can say that it holds the record: the drop is gone or cannot be read. */
  async function setUpRefused(drop: 'gone' | 'damaged', refused: readonly string[][] = rows) {
    const world = await setUp();
    for (const name of [...world.drops.objects.keys()])
      if (drop === 'gone') world.drops.objects.delete(name);
      else world.drops.objects.set(name, Buffer.from('PK\u0003\u0004 damaged'));
    // Rows 2 to 5 are in batches.
    const bytes = await packed(['E-mail', 'Born'], refused, 10);
    await world.objects.put(rowsKeyOf(result), bytes.toString('latin1'));
    const problem = { row: 11, ...reasonOf('not_date'), name: 'Born', value: 'May' };
    await world.objects.put(runKeys.problems('run1'), `${JSON.stringify(problem)}\n`);
    const left = () => ({
      copies: [result, rowsKeyOf(result)].flatMap((one) => world.objects.texts(one)).length,
      values: /May/u.test(world.objects.texts(runKeys.problems('run1')).join('')),
      drop: drop === 'gone' ? 0 : world.drops.objects.size,
    });
    return { ...world, left };
  }

  it.each(['gone', 'damaged'] as const)('is erased where the drop is %s', async (drop) => {
    const world = await setUpRefused(drop);
    const removed = [result, rowsKeyOf(result), ...(drop === 'gone' ? [] : [key])];
    const objects = removed.length + 1;
    expect(await world.erase({ record, dryRun: true })).toMatchObject({ runs: [{ objects, removed }] });
    expect(await world.erase({ record })).toMatchObject({ runs: [{ objects, removed }] });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erase({ record })).toMatchObject({ runs: [] });
  });

  it('of somebody else leaves everything as it is', async () => {
    const world = await setUpRefused('gone');
    const before = world.objects.everything();
    expect(await world.erase({ record: 'oe@example.com' })).toMatchObject({ runs: [] });
    expect(world.objects.everything()).toBe(before);
  });

  it('is erased where the value stands behind what a grid shows of its cell', async () => {
    const world = await setUpRefused('gone', [['bo@example.com'], [`${'x '.repeat(5000)}${record}`, 'May']]);
    expect(await world.erase({ record })).toMatchObject({ runs: [{ objects: 3 }] });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
  });

  it('is found in many rows of an earlier version, each searched from where the call before stopped', async () => {
    const others = Array.from({ length: 700 }, (_, at) => [`bo${at}@example.com`]);
    const world = await setUpRefused('gone', [...others, [record]]);
    const later = await packed(['E-mail'], others, 10);
    await world.objects.put(rowsKeyOf(result), later.toString('latin1'));
    world.tick(20_000);
    const reached: unknown[] = [];
    let cursor: { readonly place: { readonly searched?: object } } | undefined;
    do {
      cursor = (await world.erase({ record, cursor })).next;
      if (cursor?.place.searched) reached.push(Object.values(cursor.place.searched));
    } while (cursor !== undefined && reached.length < 5);
    expect(reached).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erasures()).toMatchObject([{ data: { objects: 3 } }]);
  });

  it.each([1, 2, 3, 4])('is erased by a repeat after a crash at write %i', async (write) => {
    const world = await setUpRefused('damaged');
    world.crash(write);
    await expect(world.erase({ record })).rejects.toThrow('killed');
    await world.erase({ record });
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
  });

  it('is erased step by step when there is no time', async () => {
    const world = await setUpRefused('gone');
    world.tick(20_000);
    let cursor: unknown;
    do cursor = (await world.erase({ record, cursor })).next;
    while (cursor !== undefined);
    expect(world.left()).toEqual({ copies: 0, values: false, drop: 0 });
    expect(await world.erasures()).toMatchObject([{ data: { objects: 3 } }]);
  });
});
