import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a JSON line gives half of a character to the history, which never takes it': {
    file: 'packages/sheets/src/jsonl/flat-object.ts',
    from: '.toWellFormed()',
    to: '',
  },
});
