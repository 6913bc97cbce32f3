import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'every row of a sheet may name another export to note': {
    file: 'packages/import-plan/src/result-sheet/returning-rows.ts',
    from: 'if (exports.size < mostExports) ',
    to: '',
  },
  'a row of an export that is not noted is like any other': {
    file: 'packages/import-plan/src/result-sheet/returning-rows.ts',
    from: "return { kind: 'edited', reference: ownText(reference) };",
    to: "return exports.has(row.exportId) ? { kind: 'edited', reference: ownText(reference) } : undefined;",
  },
});
