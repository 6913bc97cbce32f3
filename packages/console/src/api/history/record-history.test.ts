import { batchObjects } from '@sluice/flow/run-objects';
import type { HttpRequest } from '@sluice/aws-kit/handlers';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { endedRun } from '@sluice/flow/testing/planned-run';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { aRun, second } from '../../../../ledger/src/testing/builders.ts';
import { answerHistory, type RecordHistoryServices } from './record-history.ts';

const valuesSha256 = 'v1';
const change = { id: 'r1', schema: 'client', number: 1, version: 2, action: 'update' };
const undo = { by: 'role/flow', startedDate: second(90), endedDate: second(91) };
const imported = {
  ...{ importId: 'i1', date: second(50), by: 'token key-1', state: 'kept', valuesSha256 },
  records: [{ ...change, changes: { name: ['A', 'B'] } }],
};
const times = { since: second(0), until: second(100) };

async function services(items: readonly object[], more: Partial<RecordHistoryServices> = {}) {
  const asked: unknown[] = [];
  const now = () => new Date(second(49));
  const [memory, files] = [createMemoryLedger({ now }), createMemoryFiles()];
  await endedRun({ ledger: memory, files, now, runId: 'run-1' });
  const outcomes = [
    { row: 7, status: 'updated', recordId: 'r1' },
    { row: 8, status: 'created', recordId: 'r2', records: [{ status: 'updated', recordId: 'r1' }] },
  ] as const;
  await batchObjects.outcomes.write({ runId: 'run-1', batch: 1, phase: 'real' }, outcomes, files);
  const run = aRun({ undo: { at: second(89), by: 'carol' } });
  const all: RecordHistoryServices = {
    ledger: {
      run: async () => run,
      runPage: async ({ importId }) => ({ runs: importId === 'i1' ? [run] : [], unreadable: [] }),
      submissions: memory.submissions,
      submissionEvents: memory.submissionEvents,
    },
    migrations: createMemoryMigrations({ now }),
    files,
    ask: async (operation, input) => {
      asked.push([operation, input]);
      return { ok: true, items, nextCursor: 'i1 1' };
    },
    ...more,
  };
  return { asked, all };
}

interface More extends Partial<RecordHistoryServices> {
  readonly query?: object;
}

async function changes(items: readonly object[], { query = {}, ...more }: More = {}) {
  const { asked, all } = await services(items, more);
  const about = { method: 'GET', headers: {}, body: '', sourceIp: '' };
  const request: HttpRequest = { ...about, path: '/changes', query: { ...times, ...query } };
  const { status, body } = await answerHistory(request, all);
  return { status, asked, answer: JSON.parse(String(body)) as { items: readonly object[] } };
}

describe('the changes of a time, for the console', () => {
  it('are joined with the run of each import, its rows and who undid it', async () => {
    const { status, asked, answer } = await changes([{ ...imported, undo }], { query: { cursor: 'i2' } });
    expect(status).toBe(200);
    expect(asked).toEqual([['listChanges', { ...times, cursor: 'i2' }]]);
    expect(answer).toMatchObject({
      nextCursor: 'i1 1',
      items: [
        {
          ...{ importId: 'i1', values: 'covered' },
          run: { runId: 'run-1', droppedBy: 'AWS:someone', undoneBy: 'carol' },
          records: [{ ...change, rows: [7, 8], changes: { name: ['A', 'B'] } }],
        },
      ],
    });
  });

  it('have no values that are not those of which the history has the hash (invariant 26)', async () => {
    const forged = [
      { ...imported, valuesSha256: 'another' },
      { ...imported, valuesSha256: undefined },
      { ...imported, state: 'altered', records: [] },
    ];
    const { answer } = await changes(forged);
    expect(answer.items.map((one) => ({ ...one, run: undefined }))).toMatchObject(
      forged.map(() => ({ values: 'altered', records: [] })),
    );
    const other = await changes([{ ...imported, importId: 'of others' }]);
    expect(other.answer).toMatchObject({ items: [{ values: 'notCovered', by: 'token key-1' }] });
  });

  it('are of no run that only a list names for their import, but of the one that sent it', async () => {
    const { all } = await services([]);
    const sent = await all.ledger.submissions('run-1');
    const named = { runs: [aRun({ runId: 'another', droppedBy: 'ben' }), aRun()], unreadable: [] };
    const submissions = async (runId: string) => (runId === 'run-1' ? sent : []);
    const ledger = { ...all.ledger, runPage: async () => named, submissions };
    const { answer } = await changes([imported], { ledger });
    expect(answer.items).toMatchObject([{ values: 'covered', run: { runId: 'run-1' } }]);
    const { answer: other } = await changes([imported], {
      ledger: { ...ledger, submissions: async () => [] },
    });
    expect(other.items).toMatchObject([{ values: 'notCovered', by: 'token key-1' }]);
    expect(other.items[0]).not.toHaveProperty('run');
  });

  it('are asked for by two times, of a service that has them', async () => {
    expect((await changes([], { query: { since: 'monday' } })).status).toBe(400);
    expect((await changes([], { query: { schema: 'x' } })).status).toBe(400);
    expect((await changes([], { ask: undefined })).status).toBe(404);
    expect((await changes([], { ask: async () => undefined })).status).toBe(503);
  });
});
