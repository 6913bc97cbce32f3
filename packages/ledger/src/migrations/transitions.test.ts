import { describe, expect, it } from 'vitest';
import {
  currentStep,
  earlierStepsReferredTo,
  isMigrationEnded,
  migrationStatuses,
  migrationTransitions,
  newMigration,
  nextMigration,
  nextMove,
  readDefinition,
  type MigrationEvent,
  type MigrationRun,
  type StepRun,
} from './index.ts';

const at = '2026-11-22T02:30:00.000Z';
const step = { file: 'migrations/a.csv', schema: 'client', lookup: 'email' };

function begun(settings: object = {}, steps = 2): MigrationRun {
  const text = JSON.stringify({ steps: Array.from({ length: steps }, () => step), ...settings });
  const read = readDefinition('nightly', text, new Date(at));
  if (read.kind === 'refused') throw new Error('refused');
  const { definition } = read;
  const facts = {
    migrationId: 'm',
    name: 'nightly',
    scheduledAt: at,
    startedBy: 'schedule',
    execution: 'e1',
  };
  return newMigration({ ...facts, definition, dryRun: definition.dryRun, emails: ['ops@example.com'] }, at);
}

const after = (run: MigrationRun, ...events: MigrationEvent[]): MigrationRun =>
  events.reduce((before, event) => {
    const next = nextMigration(before, event);
    if (next === undefined) throw new Error(`${before.status} refuses ${event.type}`);
    return next;
  }, run);

const started: MigrationEvent = { type: 'started', at };
const stepBegun = (step: number, ...runIds: string[]): MigrationEvent => ({
  type: 'stepBegun',
  at,
  step,
  runIds,
});
const cancelRequested: MigrationEvent = { type: 'cancelRequested', at, by: 'ana' };
const good: StepRun = { runId: 'r1', state: 'good', counts: { read: 2, created: 2 } };
const reason = '1 of 1 rows is wrong.';
const bad: StepRun = { runId: 'r2', state: 'failed', counts: { read: 1, failed: 1 }, reason };

/** Runs the migration with these runs for its steps until it ends or has to wait. */
function run(migration: MigrationRun, runsOfSteps: readonly (readonly StepRun[])[]): MigrationRun {
  const runsOf = (step: number) => runsOfSteps[step] ?? [];
  let now = after(migration, started);
  for (let moves = 0; moves < 50; moves += 1) {
    const atStep = currentStep(now) ?? 0;
    const move = nextMove(now, now.steps[atStep]?.status === 'running' ? runsOf(atStep) : [], at);
    if (move.kind === 'begin')
      now = after(now, stepBegun(move.step, ...runsOf(move.step).map(({ runId }) => runId)));
    else if (move.kind === 'event') now = after(now, move.event);
    else return now;
    if (now.status !== 'running') return now;
  }
  throw new Error('it does not come to rest');
}

describe('the transitions of a migration', () => {
  it('are total, and an ended migration takes only reports about it and the request to undo it (invariant 10)', () => {
    for (const status of migrationStatuses) {
      expect(Object.keys(migrationTransitions[status])).toHaveLength(14);
      if (!isMigrationEnded(status)) continue;
      const taken = Object.entries(migrationTransitions[status]).filter(([, cell]) => cell !== 'refused');
      for (const [event] of taken)
        expect(['undoRequested', 'executionStarted', 'noticeChanged', 'mailEvent']).toContain(event);
    }
  });

  it('begin each step once, in order', () => {
    const running = after(begun(), started);
    expect(nextMigration(running, stepBegun(1, 'r'))).toBeUndefined();
    const first = after(running, stepBegun(0, 'r'));
    expect(nextMigration(first, stepBegun(0, 'other'))).toBe(first);
    const over = after(first, { type: 'stepEnded', at, step: 0, status: 'succeeded' });
    expect(nextMigration(over, stepBegun(0, 'r'))).toBeUndefined();
  });

  it('begin no step after a request to stop', () => {
    const stopping = after(begun(), started, cancelRequested);
    expect(nextMigration(stopping, stepBegun(0))).toBeUndefined();
    expect(nextMove(stopping, [], at)).toMatchObject({ kind: 'event', event: { type: 'cancelled' } });
    const open = nextMove(stopping, [{ runId: 'r', state: 'open' }], at);
    expect(open).toEqual({ kind: 'cancel', runIds: ['r'] });
  });

  it('count what the runs of a cancelled step had written before it ends (invariant 12)', () => {
    const stopping = after(begun(), started, stepBegun(0, 'r1', 'r2'), cancelRequested);
    const move = nextMove(stopping, [good, bad], at);
    expect(move).toMatchObject({
      event: { type: 'stepEnded', step: 0, status: 'failed', counts: { created: 2 } },
    });
    const counted = after(stopping, ...(move.kind === 'event' ? [move.event] : []));
    const end = nextMove(counted, [], at);
    expect(end).toMatchObject({
      event: { type: 'cancelled', reason: expect.stringContaining('in step 1 of 2') },
    });
  });

  it('do not undo a dry run, or any migration before its mail was sent', () => {
    const ended = run(begun(), [[good], [good]]);
    const undo: MigrationEvent = { type: 'undoRequested', at, by: 'ana' };
    expect(nextMigration(ended, undo)).toBeUndefined();
    const notice = { state: 'sent', at } as const;
    const notified = after(ended, { type: 'noticeChanged', at, about: 'succeeded', notice });
    expect(nextMigration(notified, undo)).toMatchObject({ status: 'undoing', notice: undefined });
    expect(nextMigration({ ...notified, dryRun: true }, undo)).toBeUndefined();
  });
});

describe('a migration', () => {
  it('runs its steps one after the other', () => {
    const ended = run(begun(), [[good], [good, good]]);
    expect(ended).toMatchObject({
      status: 'succeeded',
      steps: [{ counts: { read: 2 } }, { counts: { read: 4, created: 4 } }],
    });
  });

  it.each([
    ['stop', { status: 'partly', steps: ['succeeded', 'failed', 'waiting'] }],
    ['goOn', { status: 'partly', steps: ['succeeded', 'failed', 'succeeded'] }],
    ['undo', { status: 'undoing', steps: ['succeeded', 'failed', 'waiting'] }],
  ])('follows its rule %s after a failed step', (ifStepFails, expected) => {
    const { status, steps, reason } = run(begun({ ifStepFails }, 3), [[good], [bad], [good]]);
    expect({ status, steps: steps.map((one) => one.status) }).toStrictEqual(expected);
    expect(reason).toContain('Step 2 failed. 1 of 1 rows is wrong.');
  });

  it('that its own rule undid ends as failed and undone, another as undone, and neither is undone again', () => {
    const undoing = run(begun({ ifStepFails: 'undo' }), [[good], [bad]]);
    for (const status of ['undone', 'failed_and_undone'] as const) {
      const ended = after(undoing, { type: 'undone', at, status, counts: { reversed: 2 } });
      expect(ended).toMatchObject({ status, reason: expect.stringContaining('Step 2 failed') });
      expect(nextMigration(ended, { type: 'undoRequested', at, by: 'ana' })).toBeUndefined();
    }
  });

  it('fails if nothing landed', () => {
    expect(run(begun(), [[bad], [good]]).status).toBe('failed');
  });

  it('goes through every step of a dry run', () => {
    const ended = run(begun({ dryRun: true, ifStepFails: 'undo' }, 3), [[bad], [bad], [good]]);
    expect(ended.steps.map(({ status }) => status)).toStrictEqual(['failed', 'failed', 'passed']);
    expect(ended.status).toBe('failed');
  });

  it('waits for its runs, and names those that wait for a person', () => {
    const first = after(begun(), started, stepBegun(0, 'a', 'b'));
    const runs = [
      { runId: 'a', state: 'person' },
      { runId: 'b', state: 'open' },
    ] as const;
    expect(nextMove(first, runs, at)).toEqual({ kind: 'wait', step: 0, persons: ['a'] });
  });
});

describe('the steps that a later one refers to', () => {
  it('write the collections that its fields name, or the list of its items', () => {
    const schemas = ['list', 'role', 'ListItem.Counties', 'professional', 'client', 'issue', undefined];
    expect(schemas.map((_, at) => earlierStepsReferredTo(schemas, at))).toStrictEqual([
      [],
      [],
      [0],
      [1],
      [1, 3],
      [3, 4],
      [],
    ]);
  });
});
