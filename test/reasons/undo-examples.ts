import { reasonTexts, type Reason } from '@sluice/contract';
import { createMemoryStore, startService } from '@sluice/data-access/testing/service';
import { unresolvedRows } from '@sluice/flow/undo/unresolved-rows';
import { undoStep } from '@sluice/flow/undo/undo-run';
import type { Reverts } from '@sluice/flow/attempts/reverts';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { undoRecords } from '../../packages/data-access/src/undo/undo-records.ts';

/** As it is in a report. */
interface Stated {
  readonly reason?: string | undefined;
  readonly code?: string | undefined;
}

/** What undos say of records that they did not restore. */
export async function reasonsOfUndos(): Promise<Reason[]> {
  const stated = [...(await ofRealUndos()), ...(await ofRecords()), ...(await ofRuns())];
  return stated.flatMap(({ reason: says = '', code }) =>
    code !== undefined && code in reasonTexts ? [{ code: code as Reason['code'], says }] : [],
  );
}

async function ofRealUndos(): Promise<Stated[]> {
  const service = startService(createMemoryStore());
  const site = await service.newSite();
  const set = (schema: string, lookup: string, ...records: object[]) => ({ schema, lookup, records });
  await service.importAll(site, [set('list', 'name', { name: 'Towns' })]);
  const made = await service.importAll(site, [
    set('client', 'email', { email: 'ann@example.com', name: 'Ann' }),
    set('list', 'name', { name: 'Parishes' }, { name: 'Towns', deleted: true }),
  ]);
  const { siteId } = site;
  await service.call('saveUsers', site, { users: [{ id: made.preview?.outcomes[0]?.[2], name: 'Anna' }] });
  await service.call('createListItems', site, { listId: 'Parishes', items: [{ title: 'Saint Paul' }] });
  await service.control('createList', { siteId, name: 'towns' });
  await service.control('revertImport', { siteId, importId: made.importId });
  await service.drain();
  return (await service.control('getRevert', { siteId, importId: made.importId })).body['items'] as Stated[];
}

/** Records in states that only crashes, races and lost objects leave behind. */
async function ofRecords(): Promise<Stated[]> {
  const updatedDate = '2026-03-01T08:00:00.000Z';
  const record = {
    kind: 'user',
    id: 'u1',
    version: 1,
    importId: 'i1',
    deleted: false,
    fields: {},
    updatedDate,
  };
  const touched = { kind: 'user', id: 'u1', number: 1, made: [1], steps: [] };
  const before = { ...record, version: 1, writer: 'api', importId: null };
  const step = { number: 1, kind: 'user', id: 'u1', action: 'update', before, changes: {} };
  const states = [
    [undefined, touched],
    [
      { ...record, writer: 'import i1 1' },
      { ...touched, made: [1, 2] },
    ],
    [{ ...record, version: 2, writer: 'import i1 1' }, touched],
    [
      { ...record, version: 2, writer: 'import i1 1' },
      { ...touched, steps: [step] },
    ],
  ] as const;
  const undone = states.map(async ([stored, one]) => {
    const records = { getMany: async () => [stored], write: async () => ['conflict'] };
    const undoing = { store: { records }, siteId: 's', importId: 'i1', isRepeat: false };
    return undoRecords([one] as never, { ...undoing, now: () => new Date(0), beat: async () => {} } as never);
  });
  return (await Promise.all(undone))
    .flat()
    .map(({ reason }) => ({ reason: reason?.says, code: reason?.code }));
}

/** What the flow says of the rows of imports that the service does not undo. */
async function ofRuns(): Promise<Stated[]> {
  const refusing: Reverts = { revert: async () => ({ kind: 'refused', message: 'it is under way.' }) };
  const awaiting: Reverts = { revert: async () => ({ kind: 'awaited' }) };
  const rows = await Promise.all([refusing, awaiting, undefined].map(rowsOfUndo));
  const attempts = [{ number: 1, outcome: 'ambiguous', sentAt: '2026-03-01T08:00:00.000Z' }];
  const open = { runId: 'r1', batch: 1, phase: 'real', status: 'unknown', attempts, sha256: 's' };
  return [...rows.flat(), ...(await unresolvedRows(open as never, { files: await filesOfBatch() }))];
}

async function filesOfBatch() {
  const body = '[{"schema":"client","lookup":"email","records":[{}]}]';
  const files = createMemoryFiles();
  return {
    ...files,
    get: async (key: string) =>
      key.includes('/batches/') ? JSON.stringify({ v: 1, rows: [2], body }) : undefined,
  };
}

async function rowsOfUndo(reverts: Reverts | undefined): Promise<Stated[]> {
  const run = {
    runId: 'r1',
    fileName: 'new.csv',
    status: 'undoing',
    undo: { at: '2026-03-01T08:00:00.000Z', by: 'ana' },
  };
  const submission = {
    runId: 'r1',
    batch: 1,
    phase: 'real',
    status: 'succeeded',
    importId: 'i1',
    attempts: [{ number: 1, importId: 'i1' }],
    sha256: 's',
    rows: 1,
  };
  const stated: Stated[] = [];
  const files = {
    ...(await filesOfBatch()),
    put: async (_: string, text: string) => void stated.push(...(JSON.parse(text) as Stated[])),
    upload: async () => undefined,
  };
  const ledger = {
    submissions: async () => [submission],
    submissionEvents: async () => [],
    startWriting: async () => undefined,
    moveSubmission: async () => undefined,
    moveRun: async () => ({ moved: false, now: run }),
  };
  const now = () => new Date('2026-03-03T08:00:00.000Z');
  await undoStep(run as never, [submission] as never, { ledger, files, reverts, now } as never);
  return stated;
}
