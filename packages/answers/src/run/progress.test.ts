import { describe, expect, it } from 'vitest';
import { progressStep } from './progress.ts';
import type { RunProgressJson } from '@sluice/ledger/views';
import { aRun } from '../../../cli/src/testing/run-builder.ts';

const now = new Date('2026-03-01T14:05:19.000Z');
const progressOf = (run: RunProgressJson, queue?: string) => progressStep(run, { now, queue });

it('shows how long a run still takes, if that is known', () => {
  const progress = { batches: 1, checked: 1, imported: 1 };
  const run = { ...aRun({ status: 'importing', eta: '2026-03-01T14:05:59.000Z' }), progress };
  expect(progressOf(run).detail).toBe('1 of 1 batch, 3 rows, 40 s left');
  expect(progressOf({ ...run, eta: null }).detail).toBe('1 of 1 batch, 3 rows');
  expect(progressOf(aRun({ status: 'succeeded', eta: null })).detail).toBe('3 rows');
});

describe('the progress of a run', () => {
  it('counts each batch twice, dry and for real', () => {
    const progress = { batches: 2, checked: 2, imported: 1 };
    expect(progressOf({ ...aRun({ status: 'importing' }), progress })).toStrictEqual({
      label: 'importing',
      part: 0.75,
      detail: '1 of 2 batches, 3 rows',
    });
  });

  it('names the run that another one waits for', () => {
    const waiting = aRun({ status: 'queued', blockedBy: 'abc' });
    expect(progressOf(waiting)).toMatchObject({
      label: 'waiting for its turn',
      part: 0,
      detail: 'run abc goes first',
    });
    expect(progressOf(aRun({ ...waiting, status: 'undoing' })).detail).toContain('run abc');
    expect(progressOf(waiting, '2 runs before it').detail).toBe('2 runs before it');
  });

  it('calls the dry run of a migration passed if no row was wrong', () => {
    const migration = { migrationId: 'm1', name: 'nightly', step: 1, scheduledAt: '', dryRun: true };
    const run = aRun({ status: 'rejected', migration, counts: { read: 3, notAttempted: 3 } });
    expect(progressOf(run).label).toBe('dry run passed');
    expect(progressOf({ ...run, counts: { ...run.counts, failed: 1 } }).label).toBe('dry run failed');
    expect(progressOf({ ...run, migration: undefined }).label).toBe('rejected');
  });

  it('counts the records of an undo from the beginning', () => {
    const progress = { batches: 1, checked: 1, imported: 1 };
    const undoing = { ...aRun({ status: 'undoing', counts: { created: 3 } }), progress };
    expect(progressOf(undoing)).toMatchObject({ part: 0, detail: '0 records so far' });
    const undo = { reversed: 1, kept: 1, failed: 0 };
    expect(progressOf({ ...undoing, undo })).toMatchObject({ part: 0.5, detail: '2 records so far' });
  });

  it('is complete when a run is at rest, however little was sent', () => {
    expect(progressOf(aRun({ status: 'rejected', submissions: [] })).part).toBe(1);
  });
});
