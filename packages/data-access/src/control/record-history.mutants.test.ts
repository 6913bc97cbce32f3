import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a few digits are a phone': {
    file: 'packages/data-access/src/records/known-by.ts',
    from: 'digits.length < fewestDigits',
    to: "digits === ''",
  },
});
