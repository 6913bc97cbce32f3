import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const reference = 'packages/import-plan/src/model/reference.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a result sheet is compared by the form in which a program saved its dates': {
    file: reference,
    from: 'spec === undefined ? value : storedValue(spec, value)',
    to: 'value',
  },
  'white space that a program removes makes a row new': {
    file: reference,
    from: 'stored.trim()',
    to: 'stored',
  },
  'a reference counts for another row of its sheet': {
    file: reference,
    from: 'JSON.stringify([runId, row, schema',
    to: 'JSON.stringify([runId, schema',
  },
  'a row that was left out loses its reference': {
    file: 'packages/import-plan/src/result-sheet/result-sheet.ts',
    from: '{ row: number, reference, ...outcome }',
    to: '{ row: number, ...outcome }',
  },
  'a row that was left out and turns out wrong is counted twice': {
    file: 'packages/import-plan/src/plan/fold-rows.ts',
    from: 'if (verdict.leftOut !== undefined) this.#countLeftOut(verdict.leftOut, -1);',
    to: '',
  },
});
