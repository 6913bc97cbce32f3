import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a lane is taken on the run that had it, not on its mark': {
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: "putInstead(table, item, ['mark', last.mark])",
    to: "putInstead(table, item, ['runId', last.runId])",
  },
});
