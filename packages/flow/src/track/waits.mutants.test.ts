import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a small file holds its lane as long as a large one before it is polled': {
    file: 'packages/flow/src/track/waits.ts',
    from: 'Math.max(first.least, rows / first.rowsPerSecond)',
    to: 'first.most',
  },
});
