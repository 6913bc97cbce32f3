import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a mark in a file name turns the order of what the terminal shows': {
    file: 'packages/contract/src/words/words.ts',
    from: 'replaceAll(/[\\p{Cc}\\p{Bidi_Control}]/gu',
    to: 'replaceAll(/[\\p{Cc}]/gu',
  },
});
