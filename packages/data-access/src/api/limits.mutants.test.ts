import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the lists of a request have any number of entries together': {
    file: 'packages/contract/src/wire/too-long.ts',
    from: 'if (seen.entries > limits.entries)',
    to: 'if (seen.entries < 0)',
  },
});
