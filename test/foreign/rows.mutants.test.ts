import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const designations = 'packages/import-plan/src/batches/designations.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a record in a quoted value is taken for one that the server names': {
    file: designations,
    from: 'withoutQuotes(message), { message, values }',
    to: 'message, { message, values: [] }',
  },
  'records of another server are taken to be numbered from 1': {
    file: 'packages/import-plan/src/batches/import-answers.ts',
    from: 'const numbering = known ?? shown;',
    to: 'const numbering = known ?? shown ?? 1;',
  },
  'deletions by a server without previews are told as written': {
    file: 'packages/flow/src/attempts/batch-end.ts',
    from: "record?.['deleted'] === true ? 'deleted' : 'landed'",
    to: "'landed'",
  },
});
