import { describe, expect, test } from 'vitest';
import { noRows } from '../submission/counts.ts';
import type { RunStatus } from '../model/run.ts';
import { earlierOf } from './earlier-runs.ts';

function run(
  runId: string,
  status: RunStatus,
  { schema = 'client', landed = 0, reverts = [] as never[] } = {},
) {
  return {
    ...{ runId, status, schema, key: `inbox/client/email/${runId}.csv`, droppedBy: 'ana' },
    startedAt: '2026-03-01T08:00:00.000Z',
    counts: { ...noRows, landed },
    ...(reverts.length > 0 && { reverts }),
  };
}
type Run = ReturnType<typeof run>;

/** The runs with these bytes, and pages of those that began after the last of them that landed. */
const asked = (same: readonly Run[], ...since: (readonly Run[])[]) =>
  earlierOf('f00d', {
    page: async (query, after = '0') =>
      'hash' in query
        ? { runs: same }
        : {
            runs: since[Number(after)] ?? [],
            ...(since[Number(after) + 1] && { next: String(Number(after) + 1) }),
          },
    collectionOf: (schema) => (schema === 'professional' ? 'client' : schema),
  });

const monday = run('monday', 'succeeded', { landed: 3 });

describe('a file that was dropped before', () => {
  test('was not imported if only a rejected run had it, or one that an operator has undone', async () => {
    expect(await asked([run('r', 'rejected')])).toMatchObject({ kind: 'notImported', run: { runId: 'r' } });
    const undone = run('u', 'succeeded', { landed: 3, reverts: [{}] as never[] });
    expect(await asked([undone])).toMatchObject({ kind: 'notImported' });
    expect(await asked([])).toBeUndefined();
  });

  test('names those that wrote to its collection since, and no others', async () => {
    const since = [
      run('prof', 'succeeded', { schema: 'professional', landed: 1 }),
      run('half', 'cancelled', { landed: 1 }),
      run('not', 'cancelled'),
      run('asks', 'awaiting_approval', { landed: 2 }),
      run('bad', 'rejected'),
      run('issues', 'succeeded', { schema: 'issue', landed: 1 }),
      monday,
    ];
    expect(await asked([run('bad', 'rejected'), monday], since)).toMatchObject({
      kind: 'landed',
      run: { runId: 'monday' },
      between: [{ runId: 'prof' }, { runId: 'half' }],
      more: 0,
    });
  });

  test('names five of many, on however many pages they are, and counts the others', async () => {
    const some = (page: string) =>
      ['a', 'b', 'c'].map((id) => run(`${page}${id}`, 'succeeded', { landed: 1 }));
    const found = await asked([monday], some('1'), some('2'), some('3'));
    expect(found).toMatchObject({ more: 4 });
    const { between } = found?.kind === 'landed' ? found : { between: [] };
    expect(between.map(({ runId }) => runId)).toEqual(['1a', '1b', '1c', '2a', '2b']);
  });

  test('is waited for if its run waits for a person, although an earlier one landed', async () => {
    const found = await asked([run('asks', 'awaiting_approval'), monday]);
    expect(found).toMatchObject({ kind: 'open', run: { runId: 'asks' } });
  });
});
