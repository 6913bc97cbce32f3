import type { Answer } from '@sluice/client';
import type { ImportStatus } from '@sluice/contract';
import type { Attempt, Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { endOfRefusal } from './batch-end.ts';
import { endBesideCopies, otherImports } from './other-copies.ts';

const batch = { phase: 'real', rows: [2, 3] } as const;
const refusal = endOfRefusal(batch, 'record 1 (set 1, record 1): email: another address');
const at = '2026-03-01T08:00:00.000Z';

function statusAnswer(
  status: ImportStatus['status'],
  overrides: Partial<ImportStatus> = {},
): Answer<'importStatus'> {
  const success = status === 'success';
  const done = success || status === 'invalid' || status === 'error' || status === 'reverted';
  const importStatus = { importId: 'a', status, success, error: done && !success, done, createdDate: at };
  return { kind: 'ok', output: { importStatus: { ...importStatus, ...overrides } }, meta: {} };
}
const refused = (code: 'not_found' | 'too_many_requests'): Answer<'importStatus'> => ({
  kind: 'refused',
  code,
  message: '',
  meta: {},
});

const endWith = (answer: Answer<'importStatus'> | undefined, mayWait = true) =>
  endBesideCopies(['a'], { batch, end: refusal, mayWait, ask: async () => answer });
const statuses = async (answer: Answer<'importStatus'> | undefined, mayWait?: boolean) =>
  (await endWith(answer, mayWait))?.outcomes.map(({ status }) => status);

describe('a refused copy of a batch, beside an import of another attempt', () => {
  it('counts as written if that import wrote the rows (invariants 1, 3)', async () => {
    expect(await endWith(statusAnswer('success'))).toMatchObject({ status: 'succeeded' });
    expect(await statuses(statusAnswer('success'))).toEqual(['landed', 'landed']);
  });

  it('counts as refused if that import wrote nothing', async () => {
    expect(await statuses(statusAnswer('invalid'))).toEqual(['failed', 'not attempted']);
    expect(await statuses(statusAnswer('reverted', { error: false }))).toEqual(['failed', 'not attempted']);
  });

  it.each(['new', 'running', 'valid'] as const)(
    'waits while that import is %s, up to the limit',
    async (status) => {
      expect(await endWith(statusAnswer(status))).toBeUndefined();
      expect(await statuses(statusAnswer(status), false)).toEqual(['unknown', 'unknown']);
    },
  );

  it('waits without an answer, and is unknown if none will come (invariant 3)', async () => {
    expect(await endWith(undefined)).toBeUndefined();
    expect(await endWith(refused('too_many_requests'))).toBeUndefined();
    expect(await statuses(undefined, false)).toEqual(['unknown', 'unknown']);
    expect(await statuses(refused('not_found'))).toEqual(['unknown', 'unknown']);
    expect(await statuses(statusAnswer('error'))).toEqual(['unknown', 'unknown']);
  });
});

describe('the other imports of a submission', () => {
  const attempt = (number: number, importId?: string): Attempt => ({
    number,
    owner: `o${number}`,
    sentAt: at,
    leaseUntil: at,
    ...(importId !== undefined && { importId }),
  });
  const attempts = [attempt(1, 'a'), attempt(2), attempt(3, 'b'), attempt(4, 'c'), attempt(5, 'c')];
  const base = { runId: 'r', batch: 1, sha256: 'x', rows: 2, status: 'accepted', version: 1 } as const;
  const submission: Submission = { ...base, phase: 'real', importId: 'c', attempts };

  it('are those of any attempt, each once; a dry run has none, since it writes nothing', () => {
    expect(otherImports(submission)).toEqual(['b', 'a']);
    expect(otherImports({ ...submission, phase: 'dry' })).toEqual([]);
  });
});
