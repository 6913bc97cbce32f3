import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the hash of a plan covers only the values that are shown': {
    file: 'packages/flow/src/attempts/preview.ts',
    from: 'JSON.stringify([rows, diffsOmitted, diffsSha256])',
    to: 'JSON.stringify([rows, diffsOmitted])',
  },
  'the hash of a plan has the names of references in new records, and not what they stand for': {
    file: 'packages/data-access/src/import/preview.ts',
    from: "step.action === 'create' ? Object.keys(changes).length > 0 : ",
    to: "step.action !== 'create' && ",
  },
  'a plan that names what the import itself creates is another one each time': {
    file: 'packages/data-access/src/import/preview.ts',
    from: 'unmade.has(value) ? ',
    to: 'unmade.size < 0 ? ',
  },
});
