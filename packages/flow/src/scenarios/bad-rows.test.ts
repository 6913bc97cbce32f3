import { describe, expect, it } from 'vitest';
import { mostExtraCalls } from '../submit/check-batch.ts';
import { captureLog } from '../testing/log-lines.ts';
import { droppedInto, expectWholeEnd, people, real } from '../testing/stories.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

captureLog();

type Row = Readonly<Record<string, unknown>>;

/** Refuses the records of these rows. */
const refusing = (...rows: readonly number[]) => {
  const bad = new Set(rows);
  return ({ name }: Row) =>
    bad.has(Number(String(name).slice('Canary '.length))) ? 'name: a name that is not taken' : undefined;
};

const dryCalls = (world: World) => world.service.calls.filter(({ input }) => input.dryRun).length;

async function failedRows(world: World, runId: string): Promise<number[]> {
  const lines = await world.resultOf(runId);
  return lines.flatMap((line, index) => (line.includes(',failed,') ? [index + 1] : []));
}

const servers: [name: string, options: WorldOptions][] = [
  ['names every bad row', { names: 'all' }],
  ['names one an answer', { names: 'one' }],
  ['names none', { names: 'none' }],
  ['names one an answer, at once and without an importId', { names: 'one', refusesAtOnce: true }],
  ['names none, at once and without an importId', { names: 'none', refusesAtOnce: true }],
];

describe.each(servers)('of a server that %s', (_name, options) => {
  // Not ours: any preview, no idempotency key, and a dry run that ends with success.
  const foreign = { ...options, tellsPreview: false, dryEndsSuccess: true };

  it('all bad rows are named in one pass, and nothing is written (invariants 1, 5)', async () => {
    const world = createWorld({ ...foreign, refuse: refusing(3, 9, 10, 38) });
    const runId = await droppedInto(world, people(40), { batchSize: 20 });
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 40, failed: 4, notAttempted: 36 });
    expect(await failedRows(world, runId)).toEqual([3, 9, 10, 38]);
    expect(real(world)).toEqual([]);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('the others are written where bad rows are left out, as they passed together (invariants 1, 5)', async () => {
    const world = createWorld({ ...foreign, refuse: refusing(3, 9, 10, 38) });
    const runId = await droppedInto(world, people(40), { batchSize: 20, invalidRows: 'skip' });
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ read: 40, failed: 4, landed: 36 });
    expect(await failedRows(world, runId)).toEqual([3, 9, 10, 38]);
    expect(world.service.records.size).toBe(36);
  });

  it('a good file costs one dry run a batch', async () => {
    const world = createWorld(foreign);
    const runId = await droppedInto(world, people(40), { batchSize: 20 });
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ landed: 40 });
    expect(dryCalls(world)).toBe(2);
  });
});

describe('bad rows', () => {
  it('that the reader found after a batch took them are left out too (invariants 1, 5, 9)', async () => {
    const world = createWorld({ refuse: refusing(6) });
    const twin = (row: number) => (row === 9 ? { email: 'person3@example.com' } : {});
    const runId = await droppedInto(world, people(11, twin), { invalidRows: 'skip' });
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ read: 11, failed: 3, created: 8, notAttempted: 0 });
    expect(await failedRows(world, runId)).toEqual([3, 6, 9]);
    expect([...world.service.records.keys()]).not.toContain('person3@example.com');
  });

  it('alone leave nothing to write', async () => {
    const world = createWorld({ refuse: () => 'name: another one' });
    const runId = await droppedInto(world, people(7), { invalidRows: 'skip' });
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'rejected')).toMatchObject({ read: 7, failed: 7 });
    expect(real(world)).toEqual([]);
  });

  it('are looked for within a budget of calls, and the rows beyond it are told (invariant 12)', async () => {
    const even = ({ name }: Row) => (Number(String(name).at(-1)) % 2 === 0 ? 'name: an odd one' : undefined);
    const world = createWorld({ names: 'one', refuse: even });
    const runId = await droppedInto(world, people(400), { batchSize: 400 });
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(dryCalls(world)).toBe(mostExtraCalls.perBatch + 1);
    expect(counts).toMatchObject({ read: 400, failed: mostExtraCalls.perBatch + 1 });
    expect((await world.resultOf(runId)).filter((line) => line.includes('Not checked'))).toHaveLength(339);
    expect(world.mailer.sent[0]?.mail.text).toContain('Not checked');
  });

  it('are not looked for where nothing passes: the words of the service reach the person', async () => {
    const world = createWorld({ names: 'none', refuse: () => 'name: none at all' });
    const runId = await droppedInto(world, people(400), { batchSize: 400 });
    await world.settle();
    expect(dryCalls(world)).toBeLessThan(20);
    await expectWholeEnd(world, runId, 'rejected');
    expect(world.mailer.sent[0]?.mail.text).toContain('the data is not as expected');
    expect((await world.resultOf(runId))[200]).toContain('the data is not as expected');
  });
});

describe('a crash', () => {
  it.each(['submitBatch', 'trackRun'] as const)(
    'after each effect of %s while bad rows are looked for ends the same way (invariants 1, 2, 5, 7)',
    async (step) => {
      for (const names of ['one', 'none'] as const)
        for (let after = 1; ; after += 1) {
          const refusesAtOnce = step === 'submitBatch';
          const world = createWorld({ names, refusesAtOnce, refuse: refusing(3, 6) });
          const runId = await droppedInto(world, people(6), { invalidRows: 'skip' });
          world.crash({ step, after });
          await world.settle();
          if (world.deaths() === 0) {
            expect(after).toBeGreaterThan(20);
            break;
          }
          const counts = await expectWholeEnd(world, runId, 'partly_succeeded');
          expect(counts, `after ${after}`).toMatchObject({ read: 6, created: 4, failed: 2 });
          expect(world.service.records.size).toBe(4);
        }
    },
  );
});
