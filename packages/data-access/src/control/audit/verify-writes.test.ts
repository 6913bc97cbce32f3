import { expect, it } from 'vitest';
import { nextEvent } from './audit-event.ts';
import { verifyWrites, type StoredCall } from './verify-writes.ts';

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 8)).toISOString();
const call = (day: number, more: Partial<StoredCall> = {}): StoredCall => ({
  ...{ requestId: `r${day}`, date: at(day), valuesSha256: `hash ${day}`, erased: [] },
  ...more,
});
const wrote = (day: number, siteId = 's') =>
  nextEvent(
    {
      ...{ at: at(day), requestId: `r${day}`, type: 'wrote', operation: 'saveUsers', by: 'ana', from: '::1' },
      data: { siteId, valuesSha256: `hash ${day}` },
    },
    { version: day - 1, hash: '' },
  );
const verified = (days: readonly number[], stored: readonly StoredCall[], now = at(28)) =>
  verifyWrites(
    days.map((day) => wrote(day)),
    { siteId: 's', stored, now: new Date(now) },
  );

const erasedBy = (data: object) =>
  nextEvent(
    {
      ...{ at: at(2), requestId: 'e', type: 'erased', operation: 'eraseRecord', by: 'ana', from: '::1' },
      data: { ...data },
    },
    { version: 1, hash: '' },
  );
const site = { siteId: 's', now: new Date(at(28)) };

it('a row of a call was erased if the log says so of this row, call and site (invariant 26)', () => {
  const erasure = { siteId: 's', requestId: 'r1', rows: ['h', 'i'] };
  const found = (data: object, erased: string[]) =>
    verifyWrites([wrote(1), erasedBy(data)], { ...site, stored: [call(1, { erased })] }).findings;
  expect(found(erasure, ['h', 'i'])).toEqual([]);
  const none = { event: 'writes/s/r1', expected: 'an event that its row j was erased', found: 'none' };
  expect(found(erasure, ['h', 'j'])).toEqual([none]);
  for (const other of [{ siteId: 't' }, { requestId: 'r2' }, { rows: ['i'] }, { requestId: undefined }])
    expect(found({ ...erasure, ...other }, ['h'])).toHaveLength(1);
});

it('a call is gone before its time if one of two days before is stored (invariant 26)', () => {
  expect(verified([1, 2, 3, 4], [call(1)]).findings.map(({ event }) => event)).toEqual([4]);
  // They expire in this order.
  expect(verified([1, 2, 3, 4], [call(4)])).toMatchObject({ findings: [], count: { covered: 1, gone: 3 } });
  // What an erase has rewritten is kept longer, and a date that is none counts for nothing.
  const erased = { erased: ['h'] };
  const erasure = { siteId: 's', requestId: 'r1', rows: ['h'] };
  for (const more of [erased, { date: 'never' }])
    expect(
      verifyWrites([wrote(1), erasedBy(erasure), wrote(4)], { ...site, stored: [call(1, more)] }).findings,
    ).toEqual([]);
  expect(verified([1, 9, 12], [call(1, { date: 'never' }), call(9)]).findings).toHaveLength(1);
});

it('a call without an event is missing once it had the time, or has another time than now', () => {
  const minutes = (n: number) => new Date(Date.parse(at(2)) + n * 60_000).toISOString();
  const missing = { event: 'writes/s/r2', expected: 'an event of this call', found: 'none' };
  expect(verified([1], [call(1), call(2)], minutes(19))).toMatchObject({
    findings: [],
    count: { waiting: 1 },
  });
  for (const now of [minutes(21), minutes(-21)])
    expect(verified([1], [call(1), call(2)], now).findings).toEqual([missing]);
  const failed = verified([1], [call(1), call(2, { found: 'not written' })]);
  expect(failed).toMatchObject({ findings: [], count: { covered: 1, notWritten: 1, untold: 0 } });
  const untold = verified([1], [call(1), call(2, { found: 'overwritten' })]);
  expect(untold).toMatchObject({ findings: [], count: { covered: 1, notWritten: 0, untold: 1 } });
  expect(verified([1], [call(1), call(2, { found: 'written' })]).findings).toEqual([missing]);
});

it('an event is of its own site, and one that an earlier release stored is not covered', () => {
  const stored = [call(1), { requestId: 'r0' }];
  const events = [wrote(1, 'another')];
  expect(verifyWrites(events, { ...site, stored })).toMatchObject({
    findings: [{ event: 'writes/s/r1' }],
    count: { covered: 0, notCovered: 1 },
  });
  expect(verified([1], [{ requestId: 'r1' }]).findings).toMatchObject([{ event: 1, found: 'others' }]);
});
