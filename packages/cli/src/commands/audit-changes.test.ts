import { expect, it } from 'vitest';
import { wordingProblems } from '../../../../test/words/jargon.ts';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aRun, aSummary } from '../testing/run-builder.ts';

const system = fakeSystem();
const by = 'token key-1 (the flow)';
const undo = { by: 'role/flow', startedDate: '2026-03-03T08:00:01.000Z', endedDate: null };
const imported = { date: '2026-03-02T08:00:00.000Z', by, state: 'kept' };
const first = {
  ...{ ...imported, importId: 'i2', valuesSha256: 'f00', undo },
  records: [
    {
      ...{ id: 'r1', schema: 'client', number: 1, version: 3, action: 'update' },
      changes: { cellPhone: ['07 1', '+49 2'], name: [null, '=An"a\nÄ'], isSuspended: [null, true] },
      undo: { outcome: 'reversed' },
    },
  ],
};
const rest = {
  ...first,
  records: [
    { id: 'r2', schema: 'client', number: 2, version: 2, action: 'delete', changes: {} },
    { id: 'r3', schema: 'user', number: 3, erased: true },
  ],
};
const others = [
  { ...imported, importId: 'i1', records: [{ ...rest.records[0], changes: { name: ['A', null] } }] },
  { ...imported, importId: 'i0', state: 'gone', records: [] },
  {
    ...{ requestId: 'q1', operation: 'saveUsers', date: '2026-03-02T09:00:00.000Z', by, state: 'kept' },
    ...{ valuesSha256: 'c0de', isCovered: true },
    records: [{ ...rest.records[0], action: 'update', changes: { name: ['B', 'C'] } }],
  },
  {
    ...{ requestId: 'q0', operation: 'renameList', date: '2026-03-02T09:30:00.000Z', by: 'role/ops' },
    ...{ state: 'kept', records: [{ id: 'l1', schema: 'list', number: 1, erased: true }] },
  },
];
const run = {
  ...{ runId: 'run-2', key: 'inbox/phones.csv', droppedBy: 'ana', principal: 'AWS:AKIA' },
  ...{ droppedFrom: '192.0.2.9' },
  migration: { migrationId: 'm1', name: 'nightly', scheduledAt: '2026-03-02T07:00:00.000Z', step: 2 },
  approval: {
    ...{ asked: 1, approved: { at: '2026-03-02T07:59:00.000Z', by: 'bob' } },
    plan: { counts: aRun().counts, sha256: 'f00d' },
  },
};
const data = { by: 'carol' };
const undoRequested = { at: '2026-03-03T08:00:00.000Z', subject: 'run', type: 'undoRequested', data };

function answering(valuesSha256 = 'f00'): void {
  const records = [
    ['r1', [7, 9]],
    ['r3', [11]],
  ];
  system.answer = ({ path, body }) => {
    if (path.endsWith('/findToken')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
    if (path.startsWith('/history/runs?importId=i2')) return json({ runs: [aSummary(run)] });
    if (path.startsWith('/history/runs?')) return json({ runs: [] });
    if (path === '/history/runs/run-2/rows?importId=i2') return json({ batch: 1, records, valuesSha256 });
    if (path === '/history/runs/run-2?') return json(aRun({ ...run, timeline: [undoRequested] }));
    if (path === '/history/migrations/m1')
      return json({ ...run.migration, startedBy: 'dan', status: 'succeeded', dryRun: false, steps: [] });
    if (!path.endsWith('/listChanges')) return undefined;
    if (!body.includes('cursor')) return json({ ok: true, items: [first], nextCursor: 'i2 1' });
    return json({ ok: true, items: [rest, ...others] });
  };
}

const source = {
  ...{ at: imported.date, values: 'covered', run: 'run-2', file: 'inbox/phones.csv', droppedBy: 'ana' },
  ...{ principal: 'AWS:AKIA', droppedFrom: '192.0.2.9', approvedBy: 'bob', importId: 'i2' },
  ...{ approvedAt: '2026-03-02T07:59:00.000Z', migration: 'm1', startedBy: 'dan' },
};
const undone = { undo: 'reversed', undoneBy: 'carol', undoneAt: undo.startedDate };
const change = { schema: 'client', record: 'r1', action: 'update', rows: [7, 9], number: 1, version: 3 };

it('names each field of each record: when, from, to, run, file, rows, dropper, approver and who undid it', async () => {
  answering();
  const { stdout, stderr } = await system.ends('audit changes --since 7d --until 1h --as jsonl', {});
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { ...source, ...change, ...undone, field: 'cellPhone', from: '07 1', to: '+49 2' },
    { ...source, ...change, ...undone, field: 'name', from: null, to: '=An"a\nÄ' },
    { ...source, ...change, ...undone, field: 'isSuspended', from: null, to: true },
    {
      ...{ ...source, ...undone, undo: 'underWay', schema: 'client', record: 'r2', action: 'delete' },
      ...{ rows: [], number: 2, version: 2 },
    },
    {
      ...{ ...source, ...undone, undo: 'underWay', values: 'erased' },
      ...{ schema: 'user', record: 'r3', rows: [11], number: 3 },
    },
    {
      ...{ at: imported.date, schema: 'client', record: 'r2', action: 'delete', calledBy: by },
      ...{ field: 'name', from: 'A', to: null, values: 'notCovered', rows: [], importId: 'i1' },
      ...{ number: 2, version: 2 },
    },
    { at: imported.date, values: 'gone', calledBy: by, importId: 'i0' },
    {
      ...{ at: '2026-03-02T09:00:00.000Z', schema: 'client', record: 'r2', action: 'update', calledBy: by },
      ...{ field: 'name', from: 'B', to: 'C', values: 'covered', rows: [], requestId: 'q1' },
      ...{ operation: 'saveUsers', number: 2, version: 2 },
    },
    {
      ...{ at: '2026-03-02T09:30:00.000Z', schema: 'list', record: 'l1', calledBy: 'role/ops' },
      ...{ values: 'erased', rows: [], requestId: 'q0', operation: 'renameList', number: 1 },
    },
  ]);
  expect(stderr).toContain('Listed 8 changes by 3 imports and 2 other calls.');
  expect(stderr).toContain('No longer stored: the values of 1 import or call.');
  expect(stderr).toContain('Not covered by a hash in a history: the values of 2 imports or calls.');
  expect(stderr).toContain('Erased: the values of 2 records.');
  expect(stderr).toMatch(/This does not prove that nothing is missing: .*\n$/u);
  expect(wordingProblems(stderr)).toEqual([]);
  const [, [, asked]] = system.posted() as [unknown, [string, Record<string, string>]];
  expect(asked).toMatchObject({ siteId: 's1' });
  expect(Date.parse(asked['until'] ?? '') - Date.parse(asked['since'] ?? '')).toBe((7 * 24 - 1) * 3_600_000);
});

it('writes CSV that a spreadsheet reads as UTF-8, where no cell starts a formula', async () => {
  answering();
  const { stdout } = await system.ends('audit changes --since 2026-03-01 --schema client', {});
  const [header = '', phone = '', name = ''] = stdout.split('\r\n');
  expect(header).toMatch(/^\ufeff"at","schema","record","action","field","from","to","values","run",/u);
  expect(phone).toMatch(/^"2026-03-02T08:00:00\.000Z","client","r1","update","cellPhone","07 1","'\+49 2",/u);
  expect(phone).toContain(',"inbox/phones.csv","7, 9","ana","AWS:AKIA",');
  expect(phone).toMatch(/,"reversed","carol","2026-03-03T08:00:01\.000Z","",""$/u);
  expect(name).toContain(',"name","","\'=An""a\nÄ","covered",');
  expect(stdout.split('\r\n')).toHaveLength(1 + 9 + 1);
  const array = await system.ends('audit changes --since 2026-03-01 --format json', {});
  expect(JSON.parse(array.stdout)).toHaveLength(9);
});

it('shows no values that are not those of which the history of the run has the hash (invariant 26)', async () => {
  answering('another hash');
  const { stdout, stderr } = await system.ends('audit changes --since 7d --as jsonl', {});
  expect(stdout).not.toMatch(/\+49 2|07 1/u);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ values: 'altered', run: 'run-2' });
  expect(stderr).toContain('ALTERED: what is stored of 1 import or call is not what was stored then');
});

it('needs a time since when, which exists, and a schema that exists', async () => {
  answering();
  for (const [options, stderr] of [
    ['', "required option '--since <d>' not specified"],
    ['--since 2026-02-30', '--since 2026-02-30: there is no such day; 2026-02 ends on the 28th.'],
    ['--since 1d --until 2d', 'is not after'],
    ['--since 1d --schema clint', '--schema clint: there is no such schema. Did you mean client?'],
    ['--since 1d --as xml', '--as xml: expected one of: csv, jsonl.'],
  ] as const)
    await system.ends(`audit changes ${options}`.trim(), { status: 2, stderr });
});

it('reads the next page only when the lines before it are written', async () => {
  answering();
  let pages = 0;
  const { answer } = system;
  system.answer = (seen) => {
    if (!seen.path.endsWith('/listChanges') || (pages += 1) < 3)
      return seen.path.endsWith('/listChanges')
        ? json({ ok: true, items: [first], nextCursor: 'i2 1' })
        : answer(seen);
    return json({ ok: false, error: { code: 'invalid_request', message: 'no more' } });
  };
  const { stdout } = await system.ends('audit changes --since 7d --as jsonl', {
    status: 4,
    stderr: 'no more',
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(6);
});
