import { runView } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { fakeSystem } from '../../packages/cli/src/testing/fake-system.ts';
import { hour, inbox, minute, sheetOf, until, type Staged } from '../scenarios/staging.ts';
import { terminalOn } from '../scenarios/terminal.ts';
import { secret } from '../simulation/service.ts';
import { abroad } from './staging.ts';

const people = sheetOf('email', 'a@example.com', 'b@example.com');
const system = fakeSystem();

/** What `run`, `watch` and the console show. */
async function reasonOf(world: Staged, runId: string): Promise<string | undefined> {
  const submissions = await world.ledger.submissions(runId);
  return runView(await world.runOf(runId), submissions, world.now()).reason;
}

describe('a server that answers too_many_requests', () => {
  it('with calls left is asked again after a short pause, not in the next hour (invariant 11)', async () => {
    let left = 2;
    const { world } = abroad({
      ways: {
        refuses: (operation) => {
          if (operation !== 'import' || left === 0) return undefined;
          left -= 1;
          return { code: 'too_many_requests', message: 'Not so fast.' };
        },
      },
    });
    const began = world.now().getTime();
    const runId = world.drop(inbox, people);
    await world.settle();
    const { status, finishedAt = '' } = await world.runOf(runId);
    expect(status).toBe('succeeded');
    expect(Date.parse(finishedAt) - began).toBeLessThan(5 * minute);
  });

  it('because the hour is spent is waited for, and the run says until when', async () => {
    const { world } = abroad({
      profile: { batchSize: 1 },
      ways: { tokens: [{ ...secret, site: 'site', mayWrite: true, limit: 3 }] },
    });
    const runId = world.drop(inbox, people);
    const isKnown = async () => (await world.ledger.run(runId)) !== undefined;
    await until(world, async () => (await isKnown()) && (await reasonOf(world, runId)) !== undefined);
    expect(await reasonOf(world, runId)).toMatch(
      /^Waiting until 2026-03-01 \d\d:00:\d\d UTC: .*(?:too_many_requests|calls of this hour).*\.$/mu,
    );
    await world.later(9 * hour);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
  });
});

describe('a refusal of a whole batch', () => {
  it('is told in the words of the server, in the mail and on the command line', async () => {
    const message = 'The import of clients is closed until Monday.';
    const { world } = abroad({
      ways: {
        refuses: (operation) => (operation === 'import' ? { code: 'invalid_request', message } : undefined),
      },
    });
    const runId = world.drop(inbox, people);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('rejected');
    expect(world.mails[0]?.text).toContain(message);
    expect(world.mails[0]?.subject).not.toContain('Monday');
    terminalOn(system, world);
    expect((await system.sluice(['run', runId])).stdout).toContain(message);
  });

  it('for its token says what the run waits for', async () => {
    const { world } = abroad({ ways: { tokens: [] } });
    const runId = world.drop(inbox, people);
    await until(world, async () =>
      (await world.ledger.submissions(runId)).some(({ status }) => status === 'parked'),
    );
    expect(await reasonOf(world, runId)).toMatch(
      /^Waiting until .* UTC: the service answered unauthorized\.$/mu,
    );
  });
});
