import { describe, expect, it } from 'vitest';
import { expectEnd, linesOf, sheetOf, staged } from './staging.ts';

const drop = (profile: object, ...lines: string[]) => {
  const world = staged({ profile });
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
    const { world, runId } = drop({ rows: { only: { Status: 'active' } } }, ...sheet);
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 4, created: 2, filtered: 2, failed: 0 });
    expect([...world.service.records.keys()]).toHaveLength(2);
    expect(linesOf(await world.resultOf(runId)).slice(1)).toEqual([
      'ann@example.com,Ann,active,created,,id-ann@example.com',
      'bob@example.com,Bob,left,filtered,,',
      'not an e-mail,Cy,left,filtered,,',
      'di@example.com,Di,active,created,,id-di@example.com',
    ]);
    const [mail] = world.mails;
    expect(mail?.subject).toContain('all 2 rows are in');
    expect(mail?.text).toContain('in the records, and 2 were filtered out by the profile.');
    expect(mail?.text).toMatch(/filtered out by the profile +2\n/u);
    expect(mail?.text).toContain('- Filtered out, as the profile says: rows 3 to 4.');
  });

  it('leave a run rejected if there are no others', async () => {
    const { world, runId } = drop({ rows: { only: { Status: 'gone' } } }, ...sheet);
    expect(await expectEnd(world, runId, 'rejected')).toMatchObject({ read: 0, filtered: 0 });
    expect((await world.runOf(runId)).reason).toContain('filters out every row (4 of 4)');
  });
});
