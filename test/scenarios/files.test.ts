import { describe, expect, it } from 'vitest';
import { buckets } from '../simulation/cloud.ts';
import { expectEnd, linesOf, real, sheetOf, staged, type Staged, type Staging } from './staging.ts';

const key = 'inbox/client/email/new clients.csv';
const profileKey = 'inbox/members/new clients.csv';
type Cells = Partial<{ email: string; name: string }>;

/** `people(7)`: a header and 7 rows, numbers 2 to 8. */
function people(count: number, change: (row: number) => Cells = () => ({})): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const { email = `person${index + 2}@example.com`, name = `Canary ${index + 2}` } = change(index + 2);
    return `${email},"${name}"`;
  });
  return sheetOf('email,name', ...lines);
}

const inThrees = { batchSize: 3, emails: ['team@example.com'] };

function dropped(text: string, options: Staging = {}) {
  const world = staged({ profile: inThrees, ...options });
  return { world, runId: world.drop(profileKey, text) };
}

const isWrittenOnce = ({ service }: Staged) =>
  [...service.records.values()].every(({ written }) => written === 1);

describe('the flow', () => {
  it('imports every row of a good file in batches, and reports it in one mail (invariants 1, 5, 6)', async () => {
    const { world, runId } = dropped(people(7));
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 7, failed: 0, notAttempted: 0 });
    expect(world.service.calls).toHaveLength(6);
    expect(world.mails.map(({ to }) => to)).toEqual([['team@example.com']]);
    const [header, first] = linesOf(await world.resultOf(runId));
    expect(header).toBe('email,name,Status,Reason,Record id,Reason code,Reference');
    expect(first).toMatch(
      /^person2@example.com,Canary 2,created,,id-person2@example.com,,ref-\w{26}-2-[0-9a-f]{16}$/u,
    );
  });

  it('takes a file from a folder of schema and lookup, without any settings', async () => {
    const world = staged();
    const runId = world.drop(key, people(2));
    await expectEnd(world, runId, 'succeeded');
    expect(world.mails[0]?.to).toEqual(['ops@example.com']);
    expect((await world.runOf(runId)).resultKey).toBe(`runs/${runId}/results/new clients.csv`);
  });

  it('counts rows as landed if the service has no previews (invariant 1)', async () => {
    const { world, runId } = dropped(people(4), { hasPreview: false });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 4, landed: 4 });
  });

  it('names five bad rows of either kind in one pass, and writes nothing (invariant 1)', async () => {
    const bad = new Set([9, 12, 13].map((row) => `Canary ${row}`));
    const refuse: Staging['refuse'] = ({ name }) =>
      bad.has(String(name)) ? 'name: a name that is not taken' : undefined;
    const wrong = (row: number) => (row === 4 || row === 6 ? { email: 'no address' } : {});
    const { world, runId } = dropped(people(15, wrong), { refuse });
    const counts = await expectEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 15, failed: 5, notAttempted: 10, created: 0 });
    expect(real(world)).toEqual([]);
    const lines = linesOf(await world.resultOf(runId));
    const failed = lines.flatMap((line, index) => (line.includes(',failed,') ? [index + 1] : []));
    expect(failed).toEqual([4, 6, 9, 12, 13]);
    expect(lines[8]).toContain('a name that is not taken');
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]?.text).toContain('- Rows 9, 12 and 13: name: a name that is not taken');
    expect(world.mails[0]?.text).toContain('Dry runs in the service, which wrote nothing:');
  });

  it('writes nothing if only rows that it never sends are bad (invariant 1)', async () => {
    const { world, runId } = dropped(people(7, (row) => (row === 8 ? { email: 'no address' } : {})));
    const counts = await expectEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 7, failed: 1, notAttempted: 6 });
    expect(real(world)).toEqual([]);
    expect((await world.runOf(runId)).reason).toMatch(/^1 of 7 rows is wrong/u);
  });

  it('counts a twin that the service refuses too as one failed row (invariant 1)', async () => {
    const refuse: Staging['refuse'] = ({ email }) =>
      email === 'person3@example.com' ? 'email: another address' : undefined;
    const twin = (row: number) => (row === 9 ? { email: 'person3@example.com' } : {});
    const { world, runId } = dropped(people(9, twin), { refuse });
    const counts = await expectEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 9, failed: 2, notAttempted: 7 });
    expect(world.mails[0]?.text).not.toContain('do not add up');
  });

  it('skips byte-equal twins, and imports the rest (invariant 1)', async () => {
    const twin = (row: number) => (row === 5 ? { email: 'person2@example.com', name: 'Canary 2' } : {});
    const { world, runId } = dropped(people(6, twin));
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 6, created: 5, skipped: 1 });
    expect(linesOf(await world.resultOf(runId))[4]).toContain(',skipped,');
  });

  it.each([
    [
      'in an unknown folder',
      'inbox/nonsense/what/ever/x.csv',
      people(2),
      'unknown_folder',
      'it is in the wrong folder',
    ],
    ['without rows', key, 'email,name\r\n', 'no_rows', 'it has no rows'],
    ['that is empty', key, '', 'empty_sheet', 'the file is empty'],
    [
      'with an unknown column',
      key,
      'email,shoe size\r\na@example.com,44\r\n',
      'unknown_columns',
      'it has unknown columns, a profile is proposed',
    ],
    ['that is a broken workbook', key, 'PK\u0003\u0004', 'damaged_workbook', 'the file could not be read'],
  ])(
    'rejects a file %s, with one mail that gives the reason and no result sheet',
    async (_name, place, text, code, headline) => {
      const world = staged();
      const runId = world.drop(place, text);
      await expectEnd(world, runId, 'rejected');
      const run = await world.runOf(runId);
      expect(run.reasonCodes).toEqual([code]);
      expect(run.resultKey).toBeUndefined();
      expect(run.sha256 === undefined).toBe(place !== key);
      expect(world.mails).toHaveLength(1);
      expect(world.mails[0]?.text).toContain(run.reason?.split('. ')[0]);
      expect(world.mails[0]?.subject).toContain(`nothing was imported, ${headline} (run`);
      expect(world.service.calls).toEqual([]);
    },
  );

  it('changes nothing if messages come twice, late, or after the end (invariant 7)', async () => {
    const { world, runId } = dropped(people(7));
    const arrival = world.sqs.messages[0]?.body ?? '';
    world.sqs.send('arrivals', arrival);
    world.sqs.send('arrivals', arrival);
    await expectEnd(world, runId, 'succeeded');
    const state = async () => ({
      events: await world.ledger.events(runId),
      calls: world.service.calls.length,
      files: world.s3.keys(buckets.files),
    });
    const before = await state();
    world.sqs.send('arrivals', arrival);
    for (const phase of ['real', 'dry', 'real'] as const)
      for (const batch of [3, 1, 2]) world.sqs.send('batches', JSON.stringify({ v: 1, runId, batch, phase }));
    await expectEnd(world, runId, 'succeeded');
    expect(await state()).toEqual(before);
    expect(isWrittenOnce(world)).toBe(true);
    expect(world.mails).toHaveLength(1);
  });

  it('makes one run of each version of an object (invariant 8)', async () => {
    const { world, runId: first } = dropped(people(2));
    const second = world.drop(profileKey, people(3));
    expect(await expectEnd(world, first, 'succeeded')).toMatchObject({ read: 2, created: 2 });
    expect(await expectEnd(world, second, 'succeeded')).toMatchObject({ read: 3 });
    expect(world.mails).toHaveLength(2);
  });

  it('finds a drop whose event was lost (invariant 8)', async () => {
    const world = staged();
    await expectEnd(world, world.drop(key, people(2), { isEventLost: true }), 'succeeded');
  });
});
