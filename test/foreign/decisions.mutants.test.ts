import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an import that has ended is waited for before a person may decide': {
    file: 'packages/ledger/src/run/late-imports.ts',
    from: ' && doneAt === undefined',
    to: '',
  },
  'an import that has ended can be attached again, and the run asks the same again': {
    file: 'packages/ledger/src/submission/decisions.ts',
    from: 'attempt.importId === importId && attempt.doneAt !== undefined',
    to: 'attempt.importId === importId && attempt.doneAt === importId',
  },
  'the words of a server whose import ended with an error are shown nowhere': {
    file: 'packages/flow/src/attempts/batch-end.ts',
    from: "reasonOf('half_way', { text: shortened(message) })",
    to: "reasonOf('half_way', { text: shortened('') })",
  },
});
