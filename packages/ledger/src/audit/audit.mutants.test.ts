import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the audit believes a run that was added with the date of a sealed day': {
    file: 'packages/ledger/src/audit/audit.ts',
    from: 'sealedDays.add(seal.day);',
    to: '',
  },
  'the audit believes events that were added to a sealed run with earlier dates': {
    file: 'packages/ledger/src/audit/seal.ts',
    from: 'version > last && dayOf(at) <= day',
    to: 'version > last && dayOf(at) < day',
  },
});
