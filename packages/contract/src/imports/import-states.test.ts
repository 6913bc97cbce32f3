import { expect, test } from 'vitest';
import {
  importEvents,
  importFlags,
  importStates,
  nextImportState,
  type ImportEvent,
  type ImportState,
} from './import-states.ts';

const moves: [ImportState, ImportEvent, ImportState][] = [
  ['new', 'validate', 'validating'],
  ['validating', 'accept', 'valid'],
  ['validating', 'refuse', 'invalid'],
  ['valid', 'run', 'running'],
  ['running', 'succeed', 'success'],
  ['running', 'fail', 'error'],
  ['success', 'revert', 'reverting'],
  ['error', 'revert', 'reverting'],
  ['reverting', 'finishRevert', 'reverted'],
  ['reverting', 'backToSuccess', 'success'],
  ['reverting', 'backToError', 'error'],
];

test('the table holds these moves and no other (invariant 17)', () => {
  const table = importStates.flatMap((state) =>
    importEvents.flatMap((event) => {
      const next = nextImportState[state][event];
      return next === undefined ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(table.toSorted()).toEqual(moves.map((move) => move.join(' ')).toSorted());
});

const shown = (dryRun: boolean) =>
  importStates.map((state) => {
    const { done, success, error } = importFlags(state, dryRun);
    return `${state} ${[done, success, error].map((flag) => (flag ? 't' : 'f')).join('')}`;
  });

test('done, success and error follow from the state, and from whether it was a dry run', () => {
  const same = ['invalid tft', 'running fff', 'error tft', 'success ttf', 'reverting fff', 'reverted tff'];
  expect(shown(false).toSorted()).toEqual([...same, 'new fff', 'validating fff', 'valid fff'].toSorted());
  expect(shown(true).toSorted()).toEqual([...same, 'new fff', 'validating fff', 'valid ttf'].toSorted());
});
