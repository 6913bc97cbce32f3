import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem, type FakeSystem } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

let system: FakeSystem;
beforeEach(async () => {
  system = await startFakeSystem();
});
afterEach(() => system.stop());

const record = { id: 'r1', deleted: true, version: 3 };
const newest = { importId: 'i2', action: 'delete', status: 'success', ranDate: '2026-03-02T08:00:00.000Z' };

function answering(end: string): void {
  system.answer = ({ path, body }) => {
    if (path.endsWith('/findToken')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
    if (path.startsWith('/history/runs?importId=i2')) return json({ runs: [aSummary({ droppedBy: 'ana' })] });
    if (path.startsWith('/history/runs?')) return json({ runs: [] });
    if (!body.includes('cursor'))
      return json({ ok: true, record, items: [newest], end: 'further', nextCursor: '2 i1' });
    return json({ ok: true, record, items: [{ importId: 'i1' }], end });
  };
}
const history = (...argv: string[]) => runCaptured(['history', 'client', 'r1', ...argv], { cwd: system.cwd });

it('names each import with the run that sent it, from page to page', async () => {
  answering('began');
  const { status, stdout } = await history('--format', 'json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    record,
    imports: [{ ...newest, run: { droppedBy: 'ana' } }, { importId: 'i1' }],
    complete: true,
  });
});

it('says where it ends because what was before is no longer kept', async () => {
  answering('lost');
  const { stdout } = await history();
  expect(stdout).toContain('version 3, deleted');
  expect(stdout).toMatch(/delete +i2 +success .+ ana /);
  expect(stdout).toContain('no longer kept');
});

it('says why the control panel refuses', async () => {
  answering('began');
  const { answer } = system;
  system.answer = (seen) =>
    seen.path.endsWith('/recordHistory')
      ? json({ ok: false, error: { code: 'not_found', message: 'no such record' } })
      : answer(seen);
  const { status, stderr } = await history();
  expect(status).not.toBe(0);
  expect(stderr).toContain('no such record');
});
