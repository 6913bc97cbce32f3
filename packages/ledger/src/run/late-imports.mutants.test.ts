import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an import whose end the question told is waited for after the run, and keeps its lane': {
    file: 'packages/ledger/src/run/late-imports.ts',
    from: 'if (doneAt !== undefined && doneAt <= questionAt) return false;',
    to: '',
  },
});
