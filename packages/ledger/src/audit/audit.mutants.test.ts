import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the audit believes a run that was added with the date of a sealed day': {
    file: 'packages/ledger/src/audit/audit.ts',
    from: 'if (of.isOver) sealedDays.add(',
    to: 'if (!of.isOver) sealedDays.add(',
  },
  'the audit believes events that were added to a sealed run with earlier dates': {
    file: 'packages/ledger/src/audit/seal.ts',
    from: 'version > last && dayOf(at) <= day',
    to: 'version > last && dayOf(at) < day',
  },
});
