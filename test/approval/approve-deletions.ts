import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { RunningSystem } from '../running-system.ts';
import { runsOf } from './approve-a-change.ts';

export function approvalOfDeletions(system: RunningSystem): void {
  const sluice = runsOf(system);

  /** Creates two clients. @returns a sheet that deletes them */
  async function leavers(name: string): Promise<string> {
    const sheet = async (header: string, cell: string) => {
      const file = join(system.folder, `${name} ${header}.csv`);
      const rows = [1, 2].map((number) => `${name}-${number}@example.com,${cell}`);
      await writeFile(file, [`email,${header}`, ...rows, ''].join('\n'));
      return file;
    };
    const arrivals = await sheet('name', 'Somebody');
    const arrived = await sluice('drop', arrivals, '--schema', 'client', '--lookup', 'email');
    expect(arrived.run).toMatchObject({ status: 'succeeded', counts: { created: 2 } });
    return sheet('deleted', 'true');
  }

  it('a sheet that deletes records asks if no profile allows it, and needs the hash of its plan (invariant 5)', async () => {
    const asked = await sluice('drop', await leavers('alone'), '--schema', 'client', '--lookup', 'email');
    const reason = "2 of 2 records would be deleted, but the stack's settings allow none without approval.";
    expect(asked).toMatchObject({ status: 3, run: { status: 'awaiting_approval', reason } });
    const { runId, approval } = asked.run;
    const unread = await system.sluice('approve', runId);
    expect(unread).toMatchObject({ status: 2, stderr: expect.stringContaining(`npx sluice run ${runId}`) });
    const approved = await sluice('approve', runId, '--plan', approval?.plan.sha256 ?? '');
    expect(approved).toMatchObject({ status: 0, run: { status: 'succeeded', counts: { deleted: 2 } } });
  }, 120_000);

  it('a run that needs a second person is not approved by whoever dropped it (invariant 5)', async () => {
    const profile = join(system.folder, 'paired.json');
    const settings = { schema: 'client', lookup: 'email', approval: 'ask', secondPerson: true };
    await writeFile(profile, JSON.stringify(settings));
    const file = await leavers('paired');
    expect((await system.sluice('profile', profile)).status).toBe(0);
    vi.stubEnv('SLUICE_USER', 'ana');
    const { run } = await sluice('drop', file, '--profile', 'paired');
    expect(run).toMatchObject({ status: 'awaiting_approval', secondPerson: true, droppedBy: 'ana' });
    const approve = ['approve', run.runId, '--plan', run.approval?.plan.sha256 ?? ''] as const;
    const own = await system.sluice(...approve);
    expect(own).toMatchObject({ status: 4, stderr: expect.stringContaining('ana dropped the file') });
    vi.stubEnv('SLUICE_USER', 'ben');
    const approved = await sluice(...approve);
    vi.unstubAllEnvs();
    expect(approved.run).toMatchObject({ status: 'succeeded', counts: { deleted: 2 } });
    expect(approved.run.approval?.approved?.by).toBe('ben');
  }, 120_000);
}
