import { describe, expect, it } from 'vitest';
import {
  droppedInto,
  expectWholeEnd,
  key,
  keepsLogPrivate,
  people,
  real,
  writtenOnce,
} from '../testing/stories.ts';
import { createWorld } from '../testing/world.ts';

keepsLogPrivate();

describe('the flow', () => {
  it('lands every row of a good file, in several batches, and says so in one mail (invariants 1, 5, 6)', async () => {
    const world = createWorld();
    const runId = await droppedInto(world, people(7));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 7, failed: 0, notAttempted: 0 });
    expect(world.service.calls).toHaveLength(6);
    expect(writtenOnce(world)).toBe(true);
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.mailer.sent[0]?.to).toEqual(['team@example.com']);
    const [header, first] = await world.resultOf(runId);
    expect(header).toBe('email,name,Status,Reason,Record id');
    expect(first).toBe('person2@example.com,Canary 2,created,,id-person2@example.com');
  });

  it('takes a file from a folder of schema and lookup, with nothing set up', async () => {
    const world = createWorld();
    const runId = world.drop(key, people(2));
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
    expect(world.mailer.sent[0]?.to).toEqual(['ops@example.com']);
    expect((await world.runOf(runId)).resultKey).toBe(`runs/${runId}/results/new clients.csv`);
  });

  it('calls rows landed where the server does not say how (invariant 1)', async () => {
    const world = createWorld({ tellsPreview: false });
    const runId = await droppedInto(world, people(4));
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 4, landed: 4 });
  });

  it('names five bad rows of either kind in one pass, and writes nothing (invariant 1)', async () => {
    const bad = new Set([9, 12, 13]);
    const refuse = ({ name }: Readonly<Record<string, unknown>>) =>
      bad.has(Number(String(name).slice('Canary '.length))) ? 'name: a name that is not taken' : undefined;
    const world = createWorld({ refuse });
    const wrong = (row: number) => (row === 4 || row === 6 ? { email: 'no address' } : {});
    const runId = await droppedInto(world, people(15, wrong));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 15, failed: 5, notAttempted: 10, created: 0 });
    expect(real(world)).toEqual([]);
    const lines = await world.resultOf(runId);
    const failed = lines.flatMap((line, index) => (line.includes(',failed,') ? [index + 1] : []));
    expect(failed).toEqual([4, 6, 9, 12, 13]);
    expect(lines[8]).toContain('a name that is not taken');
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.mailer.sent[0]?.mail.text).toContain('Row 12');
    expect(world.mailer.sent[0]?.mail.text).toContain('Dry runs in the service, which wrote nothing:');
  });

  it('writes nothing either when only rows that never left are bad (invariant 1)', async () => {
    const world = createWorld();
    const runId = await droppedInto(
      world,
      people(7, (row) => (row === 8 ? { email: 'no address' } : {})),
    );
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 7, failed: 1, notAttempted: 6 });
    expect(real(world)).toEqual([]);
    expect((await world.runOf(runId)).reason).toMatch(/^1 of 7 rows is wrong/u);
  });

  it('counts a twin that the service refuses too as one failed row (invariant 1)', async () => {
    const refuse = ({ email }: Readonly<Record<string, unknown>>) =>
      email === 'person3@example.com' ? 'email: another address' : undefined;
    const world = createWorld({ refuse });
    const twin = (row: number) => (row === 9 ? { email: 'person3@example.com' } : {});
    const runId = await droppedInto(world, people(9, twin));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 9, failed: 2, notAttempted: 7 });
    expect(world.mailer.sent[0]?.mail.text).not.toContain('do not add up');
  });

  it('skips byte-equal twins, and lands the rest (invariant 1)', async () => {
    const world = createWorld();
    const twin = (row: number) => (row === 5 ? { email: 'person2@example.com', name: 'Canary 2' } : {});
    const runId = await droppedInto(world, people(6, twin));
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({
      read: 6,
      created: 5,
      skipped: 1,
    });
    expect((await world.resultOf(runId))[4]).toContain(',skipped,');
  });

  it.each([
    ['in a folder that is none', 'inbox/nonsense/what/ever/x.csv', people(2)],
    ['without rows', key, 'email,name\r\n'],
    ['that is empty', key, ''],
    ['with an unknown column', key, 'email,shoe size\r\na@example.com,44\r\n'],
    ['that is a workbook', key, 'PK\u0003\u0004'],
  ])('rejects a file %s, with one mail that says why and no result sheet', async (_name, place, text) => {
    const world = createWorld();
    const runId = world.drop(place, text);
    await world.settle();
    const run = await world.runOf(runId);
    await expectWholeEnd(world, runId, 'rejected');
    expect(run.reason).toMatch(/Expected/u);
    expect(run.resultKey).toBeUndefined();
    expect(run.sha256 === undefined).toBe(place !== key);
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.service.calls).toEqual([]);
  });

  it('changes nothing when events come twice, late, or again after the end (invariant 7)', async () => {
    const world = createWorld();
    const runId = await droppedInto(world, people(7));
    const [arrival] = world.arrivals.messages;
    world.arrivals.messages.push(arrival!, arrival!);
    await world.settle();
    const before = [
      await world.ledger.events(runId),
      world.service.calls.length,
      [...world.files.objects.keys()],
    ];
    world.arrivals.messages.push(arrival!);
    for (const phase of ['real', 'dry', 'real'] as const)
      for (const batch of [3, 1, 2]) world.batches.messages.push({ v: 1, runId, batch, phase });
    await world.settle();
    const after = [
      await world.ledger.events(runId),
      world.service.calls.length,
      [...world.files.objects.keys()],
    ];
    expect(after).toEqual(before);
    await expectWholeEnd(world, runId, 'succeeded');
    expect(writtenOnce(world)).toBe(true);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('gives each version of an object a run of its own (invariant 8)', async () => {
    const world = createWorld();
    const first = world.drop(key, people(2));
    const second = world.drop(key, people(3));
    await world.settle();
    expect(await expectWholeEnd(world, first, 'succeeded')).toMatchObject({ read: 2 });
    expect(await expectWholeEnd(world, second, 'succeeded')).toMatchObject({ read: 3 });
    expect(world.mailer.sent).toHaveLength(2);
  });

  it('finds a drop whose event was lost (invariant 8)', async () => {
    const world = createWorld();
    const runId = world.drop(key, people(2), { isEventLost: true });
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
  });
});
