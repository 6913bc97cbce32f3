import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a function may do what its role does not allow': {
    file: 'packages/local/src/iam/authority.ts',
    from: 'if (allowed.length > 0 || isNamed) return undefined;',
    to: 'if (allowed.length >= 0 || isNamed) return undefined;',
  },
});
