import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a person stays whose value is in wide letters in packed rows': {
    file: 'packages/aws-kit/src/erasure/record.ts',
    from: 'const text = unified(json);',
    to: 'const text = json.toLowerCase();',
  },
});
