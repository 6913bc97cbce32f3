import { expect, test } from 'vitest';
import type { StepState } from './model.ts';
import { previewedSteps } from './references.ts';

const step = (status: StepState['status'], read: number, runs = 1): StepState => ({
  status,
  runIds: Array.from({ length: runs }, (_, at) => `run${at}`),
  counts: { read },
});

test.each([
  [
    'all of its rows passed',
    [step('passed', 9), step('failed', 9), step('partly', 9), step('empty', 0)],
    [0],
  ],
  [
    'it comes before',
    [step('passed', 1), step('passed', 1), step('passed', 1), step('passed', 1)],
    [0, 1, 2],
  ],
  ['they fit into memory together', [step('passed', 30_000), step('passed', 20_001), step('failed', 1)], [0]],
  ['their runs are not too many', [step('passed', 1, 60), step('passed', 1, 41), step('passed', 1)], [0]],
])('a dry run counts an earlier step as written if %s', (_why, steps, previewed) => {
  expect(previewedSteps(steps, 3)).toEqual(previewed);
});
