import { expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { goldenOf } from '../testing/golden.ts';
import { aRun, aSummary } from '../testing/run-builder.ts';

const system = fakeSystem();
const holds = goldenOf(system);
const record = { schema: 'client', id: 'r1', deleted: false, version: 4 };
const by = 'token key-1 (the flow)';
const newest = {
  ...{
    version: 3,
    date: '2026-03-02T08:00:00.000Z',
    action: 'update',
    importId: 'i2',
    number: 2,
    by,
    from: '::1',
  },
  changes: { cellPhone: ['07 1', '07 2'], name: [null, 'An\u0007a'] },
  valuesSha256: 'f00',
  undo: { outcome: 'reversed', by: 'role/flow', startedDate: '2026-03-03T08:00:01.000Z', endedDate: null },
};
const kept = {
  ...{ version: 2, date: '2026-03-01T08:00:00.000Z', action: 'update', importId: 'i1', changes: {} },
  undo: {
    ...newest.undo,
    outcome: 'kept',
    reason: 'Somebody changed this record after the import, so it was kept.',
    endedDate: '2026-03-04T09:00:00.000Z',
  },
};
const called = {
  ...{
    version: 1,
    date: '2026-02-01T08:00:00.000Z',
    action: 'create',
    operation: 'saveUsers',
    by,
    from: '192.0.2.7',
  },
  changes: {
    cellPhone: [null, '07 1'],
    firstContactDate: ['2026-01-31T00:00:00.000Z', '2026-02-01T09:30:00.000Z'],
  },
};
const step = { migrationId: 'm1', name: 'nightly', scheduledAt: '2026-03-02T07:00:00.000Z', step: 2 };
const run = {
  ...{
    runId: 'run-2',
    key: 'inbox/phones.csv',
    droppedBy: 'ana',
    principal: 'AWS:AKIA',
    droppedFrom: '192.0.2.9',
  },
  migration: step,
  approval: {
    ...{ asked: 1, approved: { at: '2026-03-02T07:59:00.000Z', by: 'bob' } },
    plan: { counts: aRun().counts, sha256: 'f00d' },
  },
};
const undoRequested = {
  at: '2026-03-03T08:00:00.000Z',
  subject: 'run',
  type: 'undoRequested',
  data: { by: 'carol' },
};
const start = { ...step, startedBy: 'dan', status: 'succeeded', dryRun: false, steps: [] };

function answering(end: string, valuesSha256 = 'f00'): void {
  system.answer = ({ path, body }) => {
    if (path.endsWith('/findToken')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
    if (path.startsWith('/history/runs?importId=i2')) return json({ runs: [aSummary(run)] });
    if (path.startsWith('/history/runs?')) return json({ runs: [] });
    if (path === '/history/runs/run-2/rows?importId=i2&recordId=r1')
      return json({ batch: 1, rows: [7], valuesSha256 });
    if (path === '/history/runs/run-2?') return json(aRun({ ...run, timeline: [undoRequested] }));
    if (path === '/history/migrations/m1') return json(start);
    if (!path.endsWith('/recordHistory')) return undefined;
    if (!body.includes('cursor'))
      return json({ ok: true, record, items: [newest, kept], end: 'further', nextCursor: '2 i1 x' });
    return json({ ok: true, record, items: [called], end });
  };
}

it('answers who changed a value, from what, on whose approval, and whether it was undone', async () => {
  answering('began');
  await holds('history-whole', 'history client ana@example.com');
});

it('prints the same as JSON, with the run of each import', async () => {
  answering('began');
  const { stdout } = await system.ends('history client ana@example.com --format json', {});
  const about = { rows: [7], approved: { by: 'bob' }, migration: { startedBy: 'dan' }, undoneBy: 'carol' };
  const writes = [{ ...newest, run: { runId: 'run-2', ...about } }, kept, called];
  expect(JSON.parse(stdout)).toMatchObject({ record, writes, complete: true });
  expect(system.posted().map(([, body]) => body)).toMatchObject([
    {},
    { schema: 'client', record: 'ana@example.com' },
    { record: 'r1', cursor: '2 i1 x' },
  ]);
});

it('shows no values that are not those of which the history of the run has the hash (invariant 26)', async () => {
  answering('began', 'another hash');
  const { stdout } = await system.ends('history client ana@example.com', {});
  expect(stdout).toContain('ALTERED: what is stored of this write is not what was stored then');
  expect(stdout).not.toContain('07 2');
  const json = await system.ends('history client ana@example.com --format json', {});
  expect(json.stdout).not.toContain('07 2');
  expect(JSON.parse(json.stdout)).toMatchObject({
    writes: [{ values: 'altered' }, { values: 'notCovered' }, { values: 'notCovered' }],
  });
});

it('reports that what was before is no longer stored', async () => {
  answering('lost');
  await system.ends('history client r1', { stdout: 'Earlier changes are not shown' });
});

it('reports why the control panel refuses', async () => {
  answering('began');
  const { answer } = system;
  const refusal = json({ ok: false, error: { code: 'not_found', message: 'no such record' } });
  system.answer = (seen) => (seen.path.endsWith('/recordHistory') ? refusal : answer(seen));
  await system.ends('history client r1', { status: 2, stderr: 'no such record' });
});
