import { mutantsOf } from '../mutants/mutant.ts';

const rowOutcomes = 'packages/flow/src/report/row-outcomes.ts';

export const mutants = mutantsOf(import.meta.url, {
  'rows that landed are left out though their run was undone': {
    file: 'packages/flow/src/read/landed-runs.ts',
    from: '&& !isUndone(found)',
    to: '',
  },
  'a twin of a row that landed has no reference': {
    file: rowOutcomes,
    from: 'reference: references.get(outcome.twinOf) };',
    to: '};',
  },
  'a row that was sent and did not land keeps a reference': {
    file: 'packages/flow/src/report/references.ts',
    from: 'hasLanded(outcome) ? planned.get(row)',
    to: 'true ? planned.get(row)',
  },
});
