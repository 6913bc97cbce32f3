import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a change is of the run that a list names for its import': {
    file: 'packages/ledger/src/views/record-history.ts',
    from: 'if (written !== undefined) return { run, written };',
    to: 'return { run, written: written ?? ({ rows: [], records: [] } as never) };',
  },
});
