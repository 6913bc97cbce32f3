import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const formulaGuard = 'packages/sheets/src/table/formula-guard.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a cell starts a formula behind a semicolon': {
    file: formulaGuard,
    from: "const inside = new RegExp(`([,;|\\\\t\\\\r\\\\n])(?=(?:'",
    to: "const inside = new RegExp(`([,|\\\\t\\\\r\\\\n])(?=(?:'",
  },
  'a cell starts a formula behind blanks': {
    file: formulaGuard,
    from: 'new RegExp(`^${skipped}*[',
    to: 'new RegExp(`^[',
  },
});
