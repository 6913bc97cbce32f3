import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a second step is taken for made after somebody wrote in between': {
    file: 'packages/data-access/src/import/plan-again.ts',
    from: 'left.importId === importId && step.first',
    to: 'left.importId === importId',
  },
  'a planned version is replaced whoever made the one with its number': {
    file: 'packages/data-access/src/testing/memory/memory.ts',
    from: 'isSameWrite(stored, replaces)',
    to: 'stored.version === replaces.version',
  },
});
