import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the hash of a plan covers only the values that are shown': {
    file: 'packages/flow/src/attempts/preview.ts',
    from: 'JSON.stringify([rows, diffsOmitted, diffsSha256])',
    to: 'JSON.stringify([rows, diffsOmitted])',
  },
});
