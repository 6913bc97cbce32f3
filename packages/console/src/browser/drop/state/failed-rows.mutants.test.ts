import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'rows that have landed are dropped again with those that failed': {
    file: 'packages/console/src/browser/drop/state/failed-rows.ts',
    from: "status === 'failed' || status === 'not attempted')",
    to: "status !== 'filtered')",
  },
});
