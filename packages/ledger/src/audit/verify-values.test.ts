import { expect, it } from 'vitest';
import type { CheckedValues } from './audited-history.ts';
import { valuesClaimedIn, verifyValues, type ValuesClaim } from './verify-values.ts';

const claims = (count: number): ValuesClaim[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ runId: 'r1', subject: '1/real' as const, event: at + 1 },
    ...{ importId: `i${at}`, valuesSha256: `hash ${at}` },
  }));
const kept = (importId: string): CheckedValues => ({
  ...{ importId, state: 'kept', valuesSha256: `hash ${importId.slice(1)}`, erased: 1 },
});

it('asks about all imports, however few of them the service answers at a time', async () => {
  const asked: number[] = [];
  const { count, findings } = await verifyValues(claims(45), async (importIds) => {
    asked.push(importIds.length);
    return importIds.slice(0, 13).map(kept);
  });
  expect(asked).toEqual([20, 20, 19, 6]);
  expect(count).toEqual({ covered: 45, gone: 0, notChecked: 0, erasedRows: 45 });
  expect(findings).toEqual([]);
});

it('names each import whose values are others, altered or unknown, and no other (invariant 26)', async () => {
  const answers: Readonly<Record<string, CheckedValues>> = {
    i1: { ...kept('i1'), valuesSha256: 'hash 7' },
    i2: { importId: 'i2', state: 'altered' },
    i3: { importId: 'i3', state: 'unknown' },
    i4: { importId: 'i4', state: 'gone' },
  };
  const { count, findings } = await verifyValues(claims(5), async (importIds) =>
    importIds.map((importId) => answers[importId] ?? kept(importId)),
  );
  expect(findings.map(({ event, found }) => [event, found])).toEqual([
    [2, 'others'],
    [3, 'changed ones'],
    [4, 'no such import'],
  ]);
  expect(findings[0]).toMatchObject({
    ...{ runId: 'r1', subject: '1/real' },
    expected: 'the values of import i1 whose hash is hash 1',
  });
  expect(count).toMatchObject({ covered: 1, gone: 1 });
});

it('counts the imports about which nobody can ask, and finds nothing in them', async () => {
  for (const values of [undefined, async () => undefined]) {
    const { count, findings } = await verifyValues(claims(3), values);
    expect(count).toMatchObject({ covered: 0, notChecked: 3 });
    expect(findings).toEqual([]);
  }
});

it('takes the hash from the end of a submission that has one', () => {
  const line = { runId: 'r1', subject: '1/real', version: 4, at: '', type: 'ended', hash: 'x' } as const;
  const data = { importId: 'i1', valuesSha256: 'v', status: 'succeeded' };
  expect(valuesClaimedIn([{ ...line, data }])).toEqual([
    { runId: 'r1', subject: '1/real', event: 4, importId: 'i1', valuesSha256: 'v' },
  ]);
  expect(valuesClaimedIn([{ ...line, data: { importId: 'i1' } }])).toEqual([]);
  expect(valuesClaimedIn([{ ...line, data, type: 'accepted' }])).toEqual([]);
});
