import { describe, expect, it } from 'vitest';
import { expectEnd, linesOf, sheetOf, staged, type Staging } from './staging.ts';

const drop = (profile: object, lines: readonly string[], options: Staging = {}) => {
  const world = staged({ profile, ...options });
  return { world, runId: world.drop('inbox/members/new clients.csv', sheetOf(...lines)) };
};

describe('rows that the profile filters out', () => {
  const sheet = [
    'email,name,status',
    'ann@example.com,Ann,active',
    'bob@example.com,Bob,left',
    'not an e-mail,Cy,left',
    'di@example.com,Di,active',
  ];

  it('are counted and listed, and nothing of them is sent (invariant 1)', async () => {
    const { world, runId } = drop({ rows: { only: { Status: 'active' } } }, sheet);
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 4, created: 2, filtered: 2, failed: 0 });
    expect([...world.service.records.keys()]).toHaveLength(2);
    const rows = linesOf(await world.resultOf(runId)).slice(1);
    expect(rows.map((line) => line.split(',').slice(0, 7).join())).toEqual([
      'ann@example.com,Ann,active,created,,id-ann@example.com,',
      'bob@example.com,Bob,left,filtered,,,',
      'not an e-mail,Cy,left,filtered,,,',
      'di@example.com,Di,active,created,,id-di@example.com,',
    ]);
    const [mail] = world.mails;
    expect(mail?.subject).toContain('all 2 rows are in');
    expect(mail?.text).toContain('in the records. The profile left out 2 rows.');
    expect(mail?.text).toMatch(/2 +left out by the profile\n/u);
    expect(mail?.text).toContain('- Filtered out by "Status", as the profile says: rows 3 to 4.');
  });

  it('leave a run rejected if there are no others', async () => {
    const { world, runId } = drop({ rows: { only: { Status: 'gone' } } }, sheet);
    expect(await expectEnd(world, runId, 'rejected')).toMatchObject({ read: 0, filtered: 0 });
    expect((await world.runOf(runId)).reason).toContain('filters out every row (4 of 4)');
  });
});

describe('rows with several records', () => {
  const records = [1, 2].map((one) => ({ columns: { [`mail ${one}`]: 'email', [`name ${one}`]: 'name' } }));
  const sheet = [
    'mail 1,name 1,mail 2,name 2',
    'a@example.com,Ann,b@example.com,Bob',
    'c@example.com,Cy,,',
    'd@example.com,Di,e@example.com,Eve',
    'f@example.com,Flo,g@example.com,Gus',
  ];
  const contacts = (profile: object = {}, options: Staging = {}) =>
    drop({ records, ...profile }, sheet, options);
  const refuse: Staging['refuse'] = ({ name }) =>
    name === 'Eve' ? 'name: a name that is not taken' : undefined;
  const outcomes = async ({ world, runId }: ReturnType<typeof drop>) =>
    linesOf(await world.resultOf(runId))
      .slice(1)
      .map((line) => line.split(',').slice(4, 8).join());

  it('are one outcome each, with the ids of all their records (invariant 1)', async () => {
    const found = contacts();
    const counts = await expectEnd(found.world, found.runId, 'succeeded');
    expect(counts).toMatchObject({ read: 4, created: 4 });
    expect([...found.world.service.records.keys()]).toEqual(
      [...'abcdefg'].map((one) => `${one}@example.com`),
    );
    expect(await outcomes(found)).toEqual([
      'created,,id-a@example.com; id-b@example.com,',
      'created,,id-c@example.com,',
      'created,,id-d@example.com; id-e@example.com,',
      'created,,id-f@example.com; id-g@example.com,',
    ]);
  });

  it.each([
    ['names every bad row', { names: 'all' }],
    ['names one', { names: 'one' }],
    ['names none', { names: 'none' }],
  ] as const)(
    'are set aside as a whole if one of them is refused, at a service that %s (invariants 1, 5)',
    async (_name, options) => {
      const found = contacts({ batchSize: 7, invalidRows: 'skip' }, { refuse, ...options });
      const counts = await expectEnd(found.world, found.runId, 'partly_succeeded');
      expect(counts).toMatchObject({ read: 4, created: 3, failed: 1 });
      expect([...found.world.service.records.keys()].join()).not.toMatch(/[de]@/u);
      expect((await outcomes(found))[2]).toMatch(/^failed,.+,,refused_by_service$/u);
    },
  );

  it('show how each of their records ended, and count once, by the one that matters most (invariant 1)', async () => {
    const { world, runId } = contacts();
    await expectEnd(world, runId, 'succeeded');
    const changed = sheet.map((line) => line.replace('Bob', 'Rob').replace('c@', 'h@').replace('g@', 'i@'));
    const second = { world, runId: world.drop('inbox/members/again.csv', sheetOf(...changed)) };
    const counts = await expectEnd(world, second.runId, 'succeeded');
    expect(counts).toMatchObject({ read: 4, created: 2, updated: 1, unchanged: 1 });
    expect(await outcomes(second)).toEqual([
      'unchanged; updated,,id-a@example.com; id-b@example.com,',
      'created,,id-h@example.com,',
      'unchanged,,id-d@example.com; id-e@example.com,',
      'unchanged; created,,id-f@example.com; id-i@example.com,',
    ]);
  });

  it('wait for approval with a plan of each record, and are undone record by record', async () => {
    const { world, runId } = contacts({ approval: 'ask' });
    await world.settle();
    const { approval, status } = await world.runOf(runId);
    expect(status).toBe('awaiting_approval');
    expect(approval?.plan.counts).toMatchObject({ read: 4, created: 4 });
    const plan = linesOf(world.s3.get('files', approval?.planKey ?? ''));
    const [title, ...rows] = plan;
    expect(title).toContain('4 rows: 4 to create.');
    expect(new Set(rows.map((line) => line.split(',')[0]))).toEqual(new Set(['', 'Row', '2', '3', '4', '5']));
    expect(plan.join()).toContain('b@example.com');
    await world.act(runId, 'approve');
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 4, created: 4 });
    await world.act(runId, 'undo');
    await expectEnd(world, runId, 'undone');
    expect((await world.runOf(runId)).undo?.counts).toEqual({ reversed: 7, kept: 0, failed: 0 });
    expect(world.service.records.size).toBe(0);
  });
});
