import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a person stays whose value is in wide letters in packed rows': {
    file: 'packages/aws-kit/src/erasure/record.ts',
    from: 'const text = unified(json);',
    to: 'const text = json.toLowerCase();',
  },
  'any number of marks is put in order': {
    file: 'packages/aws-kit/src/erasure/record.ts',
    from: ".replaceAll(/[\\p{M}\\uFF9E\\uFF9F]{65,}/gu, ' ')",
    to: '',
  },
});
