import { describe, expect, it } from 'vitest';
import {
  expectEnd,
  inbox,
  linesOf,
  losesAnswers,
  minute,
  real,
  receiveLate,
  sheetOf,
  staged,
  until,
} from './staging.ts';

/** Cancelled as soon as its only real import was sent, whose answer was lost; and its undo is requested. */
async function undoing() {
  const world = staged({ scripted: losesAnswers });
  const runId = world.drop(inbox, sheetOf('email', 'a@example.com', 'b@example.com'));
  await until(world, () => real(world).length > 0);
  const sentAt = world.now().getTime();
  await world.act(runId, 'cancel');
  await until(world, async () => (await world.runOf(runId)).notice?.state === 'sent');
  const { status, body } = await world.act(runId, 'undo');
  expect(status).toBe(200);
  const { quietUntil = '' } = await world.runOf(runId);
  expect(JSON.parse(body)).toMatchObject({ status: 'undoing', quietUntil });
  return { world, runId, sentAt, quietUntil };
}

describe('the undo of a run that was cancelled with an answer lost (invariants 3, 9)', () => {
  it('waits until the import must have ended, and reports every row that it could not reach', async () => {
    const { world, runId, sentAt, quietUntil } = await undoing();
    await expectEnd(world, runId, 'undone');
    const { laneSince = '', undo } = await world.runOf(runId);
    expect(laneSince >= quietUntil).toBe(true);
    const waited = Date.parse(laneSince) - sentAt;
    expect([waited >= 14 * minute, waited < 16 * minute]).toEqual([true, true]);
    expect(undo?.counts).toEqual({ reversed: 0, kept: 0, failed: 2 });
    expect(linesOf(world.s3.get('files', undo?.reportKey ?? '')).slice(1)).toEqual([
      expect.stringMatching(
        /^2,failed,An attempt without an answer .* `\[run .* batch 1` in its name\.,,unresolved_attempt$/u,
      ),
      expect.stringMatching(/^3,failed,/u),
    ]);
    expect(world.mails.at(-1)?.subject).toContain('2 not');
  });

  it('undoes an import whose importId arrives meanwhile (invariant 4)', async () => {
    const { world, runId } = await undoing();
    expect(world.effects.filter(({ command }) => command === 'revert')).toEqual([]);
    await receiveLate(world, runId, { alone: true });
    await expectEnd(world, runId, 'undone');
    expect((await world.runOf(runId)).undo?.counts).toEqual({ reversed: 2, kept: 0, failed: 0 });
    expect(world.service.records.size).toBe(0);
  });
});
