import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const plainName = 'packages/contract/src/wire/plain-name.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a name mixes scripts': {
    file: plainName,
    from: 'if (used.length < 2 || ',
    to: 'if (used.length < 3 || ',
  },
  'a name has fillers that count as letters': {
    file: plainName,
    from: '|\\p{Default_Ignorable_Code_Point}',
    to: '',
  },
});
