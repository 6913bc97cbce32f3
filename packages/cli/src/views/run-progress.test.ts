import { expect, it } from 'vitest';
import { progressOf } from './run-progress.ts';
import { aRun } from '../testing/run-builder.ts';

it('says when a run ends about, to the minute, where that is known', () => {
  const run = aRun({ status: 'importing', eta: '2026-03-01T14:05:59.000Z' });
  expect(progressOf(run).detail).toBe('1 of 1 batch, 3 rows, ends about 2026-03-01T14:05Z');
  expect(progressOf({ ...run, eta: null }).detail).toBe('1 of 1 batch, 3 rows');
  expect(progressOf(aRun({ status: 'succeeded', eta: null })).detail).toBe('3 rows');
});
