import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'values are not compared with the hash in the history': {
    file: 'packages/ledger/src/views/changes.ts',
    from: "if (state === 'altered' || (expected !== undefined && found !== expected)) return 'altered';",
    to: "if (state === 'altered') return 'altered';",
  },
  'who undid the import is named for who undid the run': {
    file: 'packages/ledger/src/views/change-lines.ts',
    from: 'run?.undoneBy ?? undo.by',
    to: 'undo.by',
  },
  'an erased record is shown as proved': {
    file: 'packages/ledger/src/views/change-lines.ts',
    from: "erased ? ('erased' as const) : values",
    to: 'values',
  },
});
