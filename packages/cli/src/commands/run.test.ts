import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem } from '../testing/fake-system.ts';
import type { FakeSystem } from '../testing/fake-system.ts';
import { aRun, usage } from '../testing/run-builder.ts';

describe('sluice run', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
  });
  afterEach(() => system.stop());

  const sluice = (...argv: string[]) => runCaptured(argv, { cwd: system.cwd });

  it('prints the run as the history has it, as JSON', async () => {
    const run = aRun({ usage: { ...usage, dryRuns: 3, furtherDryRuns: 1, imports: 2 } });
    system.answer = ({ path }) => (path === `/history/runs/${run.runId}` ? json(run) : undefined);
    const { status, stdout } = await sluice('run', run.runId, '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toStrictEqual(run);
  });

  it('saves the file as it was dropped only when its bytes are those that the run read', async () => {
    const bytes = Buffer.from('email\na@example.com\n');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const run = aRun({ sha256 });
    const place = join(system.cwd, 'dropped.csv');
    system.answer = () => json(run);
    const original = () => sluice('run', run.runId, '--original', 'dropped.csv');
    expect(await original()).toMatchObject({ status: 1, stderr: expect.stringContaining('any more') });
    system.objects.set(`drops/${run.key}`, Buffer.from('other'));
    expect(await original()).toMatchObject({ status: 1, stderr: expect.stringContaining('NOT THE FILE') });
    await expect(readFile(place)).rejects.toThrow('ENOENT');
    system.objects.set(`drops/${run.key}`, bytes);
    expect((await original()).status).toBe(0);
    expect(await readFile(place)).toEqual(bytes);
    expect(system.seen.at(-1)?.path).toContain(`versionId=${run.versionId}`);
    system.answer = () => json({ ...run, bucket: 'sources' });
    expect(await original()).toMatchObject({ status: 1, stderr: expect.stringContaining('not in sources') });
    system.objects.set(`sources/${run.key}`, bytes);
    expect((await original()).status).toBe(0);
  });

  it('shows counts, importIds, attempts, timeline and the place of the result sheet', async () => {
    const emails = { to: ['ops@example.com'], state: 'sent' };
    const timeline = [
      { at: '2026-03-01T07:00:00.000Z', subject: '1/real', type: 'accepted', data: { importId: 'imp-2' } },
    ];
    const calls = { ...usage, dryRuns: 3, furtherDryRuns: 1, imports: 2 };
    system.answer = () => json(aRun({ emails, timeline, usage: calls }));
    const { stdout } = await sluice('run', 'x');
    expect(stdout).toContain('Imports (3 dry runs, 1 of them to find refused rows; 2 for real):');
    expect(stdout).toContain('3 read: 2 created, 1 updated');
    expect(stdout).toContain('batch 1  real  succeeded  imp-2  2 attempts');
    expect(stdout).toContain('2026-03-01T07:00:00.000Z  1/real  accepted  imp-2');
    expect(stdout).toContain('E-mail to ops@example.com: sent');
    expect(stdout).toContain('s3://files/runs/abc/results/new clients.csv');
  });

  it('says in the timeline who acted and what was decided, and whose mail came back', async () => {
    const at = '2026-03-01T07:00:00.000Z';
    const timeline = [
      { at, subject: '2/real', type: 'decided', data: { by: 'ben', choice: 'attach', importId: 'imp-9' } },
      { at, subject: 'run', type: 'cancelRequested', data: { by: 'ana' } },
    ];
    const bounce = { at, kind: 'bounce', detail: 'Permanent/NoEmail', addresses: ['gone@example.com'] };
    const delivered = { at, kind: 'delivery', addresses: ['ops@example.com'] };
    const emails = { to: ['ops@example.com'], state: 'sent', events: [delivered, bounce] };
    system.answer = () => json(aRun({ emails, timeline }));
    const { stdout } = await sluice('run', 'x');
    expect(stdout).toMatch(/2\/real +decided +attached to the import, imp-9, by ben/);
    expect(stdout).toMatch(/run +cancelRequested +by ana/);
    expect(stdout).toMatch(
      /sent\n +2026-03-01T07:00:00.000Z +bounce \(Permanent\/NoEmail\) +gone@example.com/,
    );
    expect(stdout).not.toContain('delivery');
  });

  it('says why a run was rejected, and shows a submission without importId as such', async () => {
    const submissions = [{ batch: 1, phase: 'dry' as const, importId: null, status: 'invalid', attempts: 1 }];
    system.answer = () =>
      json(aRun({ status: 'rejected', reason: '2 rows are wrong', resultKey: null, submissions }));
    const { stdout } = await sluice('run', 'x');
    expect(stdout).toContain('2 rows are wrong');
    expect(stdout).toContain('no importId');
    expect(stdout).not.toContain('Result sheet');
  });

  it('ends with 1 for a run that there is not', async () => {
    expect(await sluice('run', 'nope')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No run nope'),
    });
  });

  it('says where an answer of the history is not what it should be', async () => {
    system.answer = () => json({ ...aRun(), status: 'dancing' });
    const { status, stderr } = await sluice('run', 'x');
    expect(status).toBe(1);
    expect(stderr).toContain('at: status');
  });
});
