import { expect, it } from 'vitest';
import { buckets } from '../simulation/cloud.ts';
import { expectEnd, inbox, linesOf, sheetOf, staged, type Staging } from './staging.ts';

const good = sheetOf('email,name', 'a@a.com,Ada', 'no address,Bo', 'c@a.com,Cy');

/** A run that waits for approval until the bucket has removed its drop: 60 days at most, where batches are kept for 120. */
async function waited(text: string, staging: Staging = {}) {
  const world = staged({ ...staging, profile: { approval: 'ask', invalidRows: 'skip', ...staging.profile } });
  const runId = world.drop(inbox, text);
  await expectEnd(world, runId, 'awaiting_approval');
  const { versionId, key } = await world.runOf(runId);
  world.s3.removeVersion({ bucket: buckets.drops, key, versionId });
  return { world, runId };
}

it('a run that is approved after its drop has expired has a result sheet of what it wrote', async () => {
  const { world, runId } = await waited(good);
  const asked = (await world.runOf(runId)).resultKey;
  await world.act(runId, 'approve');
  expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({ created: 2, failed: 1 });
  expect((await world.runOf(runId)).resultKey).not.toBe(asked);
  expect(linesOf(await world.resultOf(runId))).toEqual([
    'email,name,Status,Reason,Record id,Reason code,Reference',
    expect.stringMatching(/^a@a.com,Ada,created,,id-a@a.com,,ref-/u),
    expect.stringMatching(/^no address,Bo,failed,email .*,,not_email,$/u),
    expect.stringMatching(/^c@a.com,Cy,created,,id-c@a.com,,ref-/u),
  ]);
});

it('a run that is cancelled after its drop has expired has a result sheet without a row that was written', async () => {
  const { world, runId } = await waited(good);
  await world.act(runId, 'cancel');
  await expectEnd(world, runId, 'cancelled');
  const statuses = linesOf(await world.resultOf(runId)).map((line) => line.split(',')[2]);
  expect(statuses).toEqual(['Status', 'not attempted', 'failed', 'not attempted']);
});

it.each([
  ['and earlier sheet are gone', good, {}, true],
  [
    'is gone, which had no header',
    good.slice(good.indexOf('\n') + 1),
    { reading: { columns: ['email', 'name'] } },
    false,
  ],
])(
  'a run whose drop %s has no result sheet, and its mail says so',
  async (_which, text, profile, removes) => {
    const { world, runId } = await waited(text, { profile });
    const { resultKey = '' } = await world.runOf(runId);
    expect(world.s3.get(buckets.files, resultKey)).toBeDefined();
    if (removes) world.s3.remove(buckets.files, resultKey);
    await world.act(runId, 'approve');
    await world.settle();
    const run = await world.runOf(runId);
    expect([run.status, run.resultKey]).toEqual(['partly_succeeded', undefined]);
    const mail = world.mails.at(-1)?.text ?? '';
    expect(mail).toContain('is not an e-mail address');
    expect(mail).toContain('no result sheet');
    expect(mail).not.toContain('waiting-1');
  },
);
