import { mutantsOf } from '../mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a run whose drop has expired keeps the result sheet of its question': {
    file: 'packages/flow/src/report/report-run.ts',
    from: "{ type: 'resultWritten', at, ...written,",
    to: "{ type: 'resultWritten', at, resultKey: run.resultKey, ...written,",
  },
  'the rows of a drop without a header are read from a result sheet, one too far down': {
    file: 'packages/flow/src/report/dropped-sheet.ts',
    from: 'run.resultKey === undefined || mayLackHeader(options)',
    to: 'run.resultKey === undefined',
  },
});
