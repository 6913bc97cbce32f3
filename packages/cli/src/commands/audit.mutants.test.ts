import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the audit of a day does not name what was altered in it': {
    file: 'packages/ledger/src/audit/verify-history.ts',
    from: 'findings: [...ofSeal, ...explained.slice(before.findings.length, totals.findings.length)]',
    to: 'findings: ofSeal',
  },
});
