import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a condition of a policy is not looked at': {
    file: 'packages/local/src/iam/policy.ts',
    from: 'operatorNames.every(',
    to: '[].every(',
  },
});
