import { createHash } from 'node:crypto';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ending } from '../testing/captured.ts';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aRun, usage } from '../testing/run-builder.ts';

const system = fakeSystem();
const at = '2026-03-01T07:00:00.000Z';
const runId = 'abcdefghijklmnopqrstuvwxyz';
const shows = (run: object, ending: Ending) => {
  system.answers(json(run));
  return system.ends(['run', runId, '--details'], ending);
};

describe('sluice run', () => {
  it('prints the run as the history has it, as JSON', async () => {
    const run = aRun({ usage: { ...usage, dryRuns: 3, furtherDryRuns: 1, imports: 2 } });
    system.answer = ({ path }) => (path === `/history/runs/${run.runId}?` ? json(run) : undefined);
    const { stdout } = await system.ends(['run', run.runId, '--format', 'json'], {});
    expect(JSON.parse(stdout)).toStrictEqual(run);
  });

  it('reads a large run page by page, and prints it as one, with the newest 5,000 events of batches', async () => {
    const event = (subject: string) => ({ at, subject, type: 'planned', data: {} });
    const events = Array.from({ length: 6000 }, (_, index) => event(`${index + 1}/dry`));
    const [one, two] = aRun().submissions;
    const { timeline: _timeline, ...run } = aRun();
    const pages: Record<string, object> = {
      '': { ...run, submissions: [one], timeline: [], next: 'submissions 1/dry' },
      'submissions 1/dry': {
        submissions: [two],
        timeline: [event('run'), ...events.slice(0, 3000)],
        next: 'timeline x',
      },
      'timeline x': { submissions: [], timeline: events.slice(3000) },
    };
    system.answer = ({ path }) => json(pages[new URLSearchParams(path.split('?')[1]).get('after') ?? '']);
    const { stdout } = await system.ends(['run', run.runId, '--format', 'json'], {});
    expect(JSON.parse(stdout)).toStrictEqual({
      ...aRun(),
      timeline: [event('run'), ...events.slice(1000)],
      timelineOmitted: 1000,
    });
    expect(system.seen).toHaveLength(3);
  });

  it('saves the dropped file only if it has the bytes that the run read', async () => {
    const bytes = 'email\na@example.com\n';
    const run = aRun({ sha256: createHash('sha256').update(bytes).digest('hex') });
    const original = (ending: Ending) => system.ends(['run', runId, '--original', 'dropped.csv'], ending);
    system.answers(json(run));
    await original({ status: 1, stderr: 'no longer in' });
    system.objects.set(`drops/${run.key}`, Buffer.from('other'));
    await original({ status: 1, stderr: 'NOT THE FILE' });
    await expect(system.read('dropped.csv')).rejects.toThrow('ENOENT');
    system.objects.set(`drops/${run.key}`, Buffer.from(bytes));
    await system.write('other.csv', 'mine');
    await symlink('other.csv', join(system.cwd, 'dropped.csv.part'));
    await original({});
    expect(await system.read('dropped.csv')).toBe(bytes);
    expect(await system.read('other.csv')).toBe('mine');
    expect(system.seen.at(-1)?.path).toContain(`versionId=${run.versionId}`);
    await system.write('dropped.csv', 'corrected');
    await original({ status: 2, stderr: 'there is another file of this name' });
    expect(await system.read('dropped.csv')).toBe('corrected');
    await system.write('dropped.csv', bytes);
    system.answers(json({ ...run, bucket: 'sources' }));
    await original({ status: 1, stderr: 'no longer in sources' });
    system.objects.set(`sources/${run.key}`, Buffer.from(bytes));
    await original({});
  });

  it('replaces no other file by one that it saves; the same bytes may be there', async () => {
    system.objects.set('files/runs/abc/results/new clients.csv', Buffer.from('result'));
    system.answers(json(aRun()));
    const save = (ending: Ending) => system.ends(['run', runId, '--result', 'out.csv'], ending);
    await save({});
    await save({ stderr: 'Saved the result sheet as out.csv.' });
    await system.write('out.csv', 'corrected');
    await save({ status: 2, stderr: 'Name another one, or remove it first.' });
    expect(await system.read('out.csv')).toBe('corrected');
    expect(await readdir(system.cwd)).toEqual(['.sluice', 'out.csv']);
  });

  it('names the imports that an operator reverted, and by whom', async () => {
    const counts = { reversed: 1, kept: 0, failed: 2 };
    const asked = { importId: 'imp-2', by: 'arn:aws:iam::1:user/ana', startedDate: at };
    await shows(aRun({ reverts: [{ at, batch: 2, ...asked, ...counts }] }), {
      stdout: `Import imp-2 of batch 2 was reverted by arn:aws:iam::1:user/ana, 2026-03-01 07:00:00 UTC: 1 record undone, 2 failed.`,
    });
  });

  it('says without --details what was repaired or left out of the sheet', async () => {
    const notes = ['Read as CSV.', 'Ignored, as the profile says: "Tel"', 'Left out: totals (row 9).'];
    system.answers(json(aRun({ notes })));
    const { stdout } = await system.ends(['run', runId], {
      stdout: /note +Left out: totals \(row 9\)\./u,
    });
    expect(stdout).not.toMatch(/Read as|Ignored/u);
    await shows(aRun({ notes }), { stdout: notes });
  });

  it('shows in the timeline who acted and what was decided, and which mail bounced', async () => {
    const timeline = [
      { at, subject: '2/real', type: 'decided', data: { by: 'ben', choice: 'attach', importId: 'imp-9' } },
      { at, subject: 'run', type: 'cancelRequested', data: { by: 'ana' } },
    ];
    const bounce = { at, kind: 'bounce', detail: 'Permanent/NoEmail', addresses: ['gone@example.com'] };
    const delivered = { at, kind: 'delivery', addresses: ['ops@example.com'] };
    const emails = { to: ['ops@example.com'], state: 'sent', events: [delivered, bounce] };
    const { stdout } = await shows(aRun({ emails, timeline }), {
      stdout: [
        /2\/real +decided +attached to the import, imp-9, by ben/,
        /run +cancelRequested +by ana/,
        /sent\n +2026-03-01 07:00:00 UTC +bounce \(Permanent\/NoEmail\) +gone@example.com/,
      ],
    });
    expect(stdout).not.toContain('delivery');
  });

  it('shows why a run was rejected, and a submission without importId as such', async () => {
    const submissions = [{ batch: 1, phase: 'dry' as const, importId: null, status: 'invalid', attempts: 1 }];
    const run = aRun({ status: 'rejected', reason: '2 rows are wrong', resultKey: null, submissions });
    const { stdout } = await shows(run, { stdout: ['2 rows are wrong', 'no importId'] });
    expect(stdout).not.toContain('result sheet');
  });

  it('reports where an answer of the history is not valid', async () => {
    await shows({ ...aRun(), status: 'dancing' }, { status: 1, stderr: 'at: status' });
  });
});
