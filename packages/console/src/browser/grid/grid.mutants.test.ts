import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a mark that turns the text after it is not seen': {
    file: 'packages/console/src/browser/parts/visible.ts',
    from: '\\p{Cc}\\p{Cf}',
    to: '\\p{Cc}',
  },
});
