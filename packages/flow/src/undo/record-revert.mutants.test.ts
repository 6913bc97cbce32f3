import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'what an operator undoes does not count as written': {
    file: 'packages/flow/src/undo/record-revert.ts',
    from: '  await ledger.startWriting(after);\n',
    to: '',
  },
  'a run that an operator has undone in part may be a duplicate of a later one': {
    file: 'packages/ledger/src/run/claims.ts',
    from: "run.status === 'undoing' || run.reverts !== undefined",
    to: "run.status === 'undoing'",
    proof: tested('packages/ledger/src/testing/memory/memory-ledger.test.ts'),
  },
});
