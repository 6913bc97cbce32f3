import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a claimed name is shown as who dropped the file': {
    file: 'packages/ledger/src/run/dropper-text.ts',
    from: 'return principal === undefined || isKnownPerson(principal)',
    to: 'return principal !== undefined',
  },
});
