import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a number of a body loses digits without a word': {
    file: 'packages/contract/src/json.ts',
    from: '!mayLose.test(text)',
    to: 'true',
  },
});
