import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a plan shows pages that are not of its preview': {
    file: 'packages/flow/src/attempts/whole-preview.ts',
    from: 'return isWhole ?',
    to: 'return isWhole || true ?',
  },
});
