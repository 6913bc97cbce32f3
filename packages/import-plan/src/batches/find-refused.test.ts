import * as fc from 'fast-check';
import { reasonOf } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { afterAnswer, searchOf, type DryAnswer, type Search, type SearchRules } from './find-refused.ts';

const rowsTo = (last: number) => Array.from({ length: last - 1 }, (_, index) => index + 2);
const stop: SearchRules = { mostCalls: 60, sendsRest: false };
const skip: SearchRules = { mostCalls: 60, sendsRest: true };

/** Which refused rows a server names: all, the first one only, or none. */
type Manner = 'all' | 'one' | 'none';

function server(bad: ReadonlySet<number>, manner: Manner) {
  const checked: (readonly number[])[] = [];
  const answer = (rows: readonly number[]): DryAnswer => {
    checked.push(rows);
    const wrong = rows
      .filter((row) => bad.has(row))
      .map((row) => ({ row, reasons: [reasonOf('not_email')] }));
    if (wrong.length === 0) return { kind: 'passed' };
    const named = manner === 'all' ? wrong : manner === 'one' ? wrong.slice(0, 1) : [];
    return { kind: 'refused', named, message: 'something is wrong' };
  };
  return { checked, answer };
}

function find(rows: readonly number[], answer: (rows: readonly number[]) => DryAnswer, rules: SearchRules) {
  let search: Search = searchOf(rows);
  for (;;) {
    const step = afterAnswer(search, answer(search.asking.rows), rules);
    if (step.kind === 'done') return step;
    search = step.search;
  }
}

const refusedOf = ({ refused }: Search) => refused.map(({ row }) => row);

describe('finding the refused rows of a batch', () => {
  it('makes no further call when everything passes', () => {
    const { search, rest } = find(rowsTo(501), server(new Set(), 'none').answer, skip);
    expect([search.calls, rest.length, search.refused]).toEqual([0, 500, []]);
  });

  it.each([
    ['names them all', 'all', [7, 200, 499], 1],
    ['names one per answer', 'one', [7, 200, 499], 3],
    ['names none, with one bad row', 'none', [200], 18],
    ['names none, with three bad rows', 'none', [7, 200, 499], 40],
  ] as const)('finds each in a known number of calls when the server %s', (_name, manner, bad, most) => {
    const { search } = find(rowsTo(501), server(new Set(bad), manner).answer, stop);
    expect(refusedOf(search)).toEqual([...bad]);
    expect(search.unchecked).toEqual([]);
    expect(search.calls).toBeLessThanOrEqual(most);
  });

  it('checks everything that will be sent once more, together (invariant 5)', () => {
    const { checked, answer } = server(new Set([7, 200]), 'none');
    const { rest, search } = find(rowsTo(501), answer, skip);
    expect(refusedOf(search)).toEqual([7, 200]);
    expect(rest).toHaveLength(498);
    expect(checked.at(-1)).toEqual(rest);
  });

  it('stops when its calls are used up, and names the rows that were not checked', () => {
    const bad = new Set(rowsTo(501).filter((row) => row % 5 === 0));
    const { search, rest } = find(rowsTo(501), server(bad, 'one').answer, { ...stop, mostCalls: 10 });
    expect(search.calls).toBe(10);
    expect(refusedOf(search)).toHaveLength(11);
    expect(search.unchecked).toHaveLength(489);
    expect(rest).toEqual([]);
  });

  it('keeps the last call to check what will be sent', () => {
    const bad = new Set([30, 31, 33, 60, 90, 200, 300, 301, 400]);
    const { checked, answer } = server(bad, 'none');
    const { search, rest } = find(rowsTo(501), answer, { ...skip, mostCalls: 30 });
    expect(search.calls).toBe(30);
    expect(rest.length).toBeGreaterThan(20);
    expect(checked.at(-1)).toEqual(rest);
  });

  it('does not try row after row when nothing passes', () => {
    const { search } = find(rowsTo(501), server(new Set(rowsTo(501)), 'none').answer, stop);
    expect(search.calls).toBeLessThan(20);
    expect(search.refused.length).toBeLessThanOrEqual(4);
    expect(search.unchecked.length + search.refused.length).toBe(500);
  });

  it('continues when only the first rows are bad', () => {
    const { search } = find(rowsTo(501), server(new Set([2, 3, 4]), 'none').answer, stop);
    expect(refusedOf(search)).toEqual([2, 3, 4]);
    expect(search.unchecked).toEqual([]);
  });

  it('refuses no row that passes alone', () => {
    const together = (rows: readonly number[]): DryAnswer =>
      rows.includes(3) && rows.includes(400)
        ? { kind: 'refused', named: [], message: 'two are alike' }
        : { kind: 'passed' };
    const { search, rest } = find(rowsTo(501), together, stop);
    expect([search.refused, rest, search.message]).toEqual([[], [], 'two are alike']);
  });

  it('keeps every row in one place at every step, and refuses only bad ones (invariant 1)', () => {
    const manner = fc.constantFrom<Manner>('all', 'one', 'none');
    const bads = fc.uniqueArray(fc.integer({ min: 2, max: 81 }), { maxLength: 20 });
    fc.assert(
      fc.property(
        bads,
        manner,
        fc.boolean(),
        fc.integer({ min: 0, max: 90 }),
        (wrong, how, sendsRest, mostCalls) => {
          const [rows, bad] = [rowsTo(81), new Set(wrong)];
          const { checked, answer } = server(bad, how);
          let search = searchOf(rows);
          for (let calls = 0; calls <= mostCalls; calls += 1) {
            const step = afterAnswer(search, answer(search.asking.rows), { sendsRest, mostCalls });
            const { waiting, passed, unchecked } = step.search;
            const lastChecked = step.kind === 'ask' ? step.search.asking.rows : step.rest;
            const all = [
              lastChecked,
              ...waiting.map((group) => group.rows),
              passed,
              refusedOf(step.search),
              unchecked,
            ];
            expect(all.flat().toSorted((a, b) => a - b)).toEqual(rows);
            for (const row of refusedOf(step.search)) expect(bad).toContain(row);
            search = step.search;
            if (step.kind === 'ask') continue;
            if (step.rest.length > 0) expect(checked.at(-1)).toEqual(step.rest);
            if (mostCalls === 90 && unchecked.length === 0)
              expect(refusedOf(search)).toEqual(
                [...bad].filter((row) => row <= 81).toSorted((a, b) => a - b),
              );
            return;
          }
          throw new Error('more calls than there may be');
        },
      ),
    );
  });
});
