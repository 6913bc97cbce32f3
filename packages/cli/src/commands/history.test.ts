import { expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

const system = fakeSystem();
const record = { id: 'r1', deleted: true, version: 3 };
const newest = { importId: 'i2', action: 'delete', status: 'success', ranDate: '2026-03-02T08:00:00.000Z' };

function answering(end: string): void {
  system.answer = ({ path, body }) => {
    if (path.endsWith('/findToken')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
    if (path.startsWith('/history/runs?importId=i2'))
      return json({ runs: [aSummary({ droppedBy: 'ana', principal: 'AWS:AKIA' })] });
    if (path.startsWith('/history/runs?')) return json({ runs: [] });
    if (!body.includes('cursor'))
      return json({ ok: true, record, items: [newest], end: 'further', nextCursor: '2 i1' });
    return json({ ok: true, record, items: [{ importId: 'i1' }], end });
  };
}

it('names each import with the run that sent it, from page to page', async () => {
  answering('began');
  const { stdout } = await system.ends('history client r1 --format json', {});
  const imports = [{ ...newest, run: { droppedBy: 'ana' } }, { importId: 'i1' }];
  expect(JSON.parse(stdout)).toMatchObject({ record, imports, complete: true });
});

it('reports that older imports are no longer kept', async () => {
  answering('lost');
  const stdout = [
    'version 3, deleted',
    /delete +i2 +success .+ AWS:AKIA \(says to be ana\) /,
    'no longer kept',
  ];
  await system.ends('history client r1', { stdout });
});

it('reports why the control panel refuses', async () => {
  answering('began');
  const { answer } = system;
  const refusal = json({ ok: false, error: { code: 'not_found', message: 'no such record' } });
  system.answer = (seen) => (seen.path.endsWith('/recordHistory') ? refusal : answer(seen));
  await system.ends('history client r1', { status: 4, stderr: 'no such record' });
});
