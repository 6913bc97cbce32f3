import { mostExtraCalls } from '@sluice/flow/attempts/check-batch';
import { describe, expect, it } from 'vitest';
import { dry, expectEnd, linesOf, real, settled, sheetOf, type Staged, type Staging } from './staging.ts';

/** A header and so many rows; the name of each says its number. */
const people = (count: number, emailOf = (row: number) => `person${row}@example.com`) =>
  sheetOf('email,name', ...Array.from({ length: count }, (_, n) => `${emailOf(n + 2)},Canary ${n + 2}`));

/** Refuses the records of these rows. */
const refusing =
  (...rows: readonly number[]): Staging['refuse'] =>
  ({ name }) =>
    rows.some((row) => name === `Canary ${row}`) ? 'name: a name that is not taken' : undefined;

async function failedRows(world: Staged, runId: string): Promise<number[]> {
  const lines = linesOf(await world.resultOf(runId));
  return lines.flatMap((line, index) => (line.includes(',failed,') ? [index + 1] : []));
}

const services: [name: string, options: Staging][] = [
  ['names every bad row', { names: 'all' }],
  ['names one row in each answer', { names: 'one' }],
  ['names none', { names: 'none' }],
  ['names one in each answer, at once and without an importId', { names: 'one', refusesAtOnce: true }],
  ['names none, at once and without an importId', { names: 'none', refusesAtOnce: true }],
];

describe.each(services)('at a service that %s', (_name, options) => {
  const play = (more: Staging = {}, profile: object = {}) =>
    settled(people(40), {
      ...options,
      hasPreview: false,
      dryEndsSuccess: true,
      profile: { batchSize: 20, ...profile },
      ...more,
    });
  const refuse = refusing(3, 9, 10, 38);

  it('all bad rows are named in one pass, and nothing is written (invariants 1, 5)', async () => {
    const { world, runId } = await play({ refuse });
    const counts = await expectEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 40, failed: 4, notAttempted: 36 });
    expect(await failedRows(world, runId)).toEqual([3, 9, 10, 38]);
    expect(real(world)).toEqual([]);
    expect(world.mails).toHaveLength(1);
  });

  it('the other rows are written if bad rows are skipped, as they passed together (invariants 1, 5)', async () => {
    const { world, runId } = await play({ refuse }, { invalidRows: 'skip' });
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ read: 40, failed: 4, landed: 36 });
    expect(await failedRows(world, runId)).toEqual([3, 9, 10, 38]);
    expect(world.service.records.size).toBe(36);
  });

  it('a good file costs one dry run a batch', async () => {
    const { world, runId } = await play();
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ landed: 40 });
    expect(dry(world)).toHaveLength(2);
  });
});

describe('bad rows', () => {
  const skip = { batchSize: 3, invalidRows: 'skip' };

  it('that the reader finds after a batch took them are left out too (invariants 1, 5, 9)', async () => {
    const twins = people(11, (row) => `person${row === 9 ? 3 : row}@example.com`);
    const { world, runId } = await settled(twins, { refuse: refusing(6), profile: skip });
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ read: 11, failed: 3, created: 8, notAttempted: 0 });
    expect(await failedRows(world, runId)).toEqual([3, 6, 9]);
    expect([...world.service.records.keys()]).not.toContain('person3@example.com');
  });

  it('alone leave nothing to write', async () => {
    const { world, runId } = await settled(people(7), { refuse: () => 'name: another one', profile: skip });
    expect(await expectEnd(world, runId, 'rejected')).toMatchObject({ read: 7, failed: 7 });
    expect(real(world)).toEqual([]);
  });

  it('are searched within a budget of calls, and the rows beyond it are reported (invariant 12)', async () => {
    const { world, runId } = await settled(people(400), {
      names: 'one',
      refuse: ({ name }) => (Number(String(name).at(-1)) % 2 === 0 ? 'name: an odd one' : undefined),
      profile: { batchSize: 400 },
    });
    const counts = await expectEnd(world, runId, 'rejected');
    expect(dry(world)).toHaveLength(mostExtraCalls.perBatch + 1);
    expect(counts).toMatchObject({ read: 400, failed: mostExtraCalls.perBatch + 1 });
    const lines = linesOf(await world.resultOf(runId));
    expect(lines.filter((line) => line.includes('Not checked'))).toHaveLength(339);
    expect(world.mails[0]?.text).toContain('Not checked');
  });

  it('are not searched if nothing passes: a person receives the words of the service', async () => {
    const { world, runId } = await settled(people(400), {
      names: 'none',
      refuse: () => 'name: none at all',
      profile: { batchSize: 400 },
    });
    await expectEnd(world, runId, 'rejected');
    expect(dry(world).length).toBeLessThan(20);
    expect(world.mails[0]?.text).toContain('the data is not as expected');
    expect(linesOf(await world.resultOf(runId))[200]).toContain('the data is not as expected');
  });
});
