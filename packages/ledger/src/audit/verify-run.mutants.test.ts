import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the audit does not miss a real submission that was removed': {
    file: 'packages/ledger/src/audit/verify-run.ts',
    from: '...(hasImported && ',
    to: '...(!hasImported && ',
  },
});
