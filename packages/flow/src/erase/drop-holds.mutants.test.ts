import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase does not search the comments and other sheets of an .ods': {
    file: 'packages/sheets/src/model/file-types.ts',
    from: 'endings: /\\.ods$/iu,\n    isWorkbook: true,',
    to: 'endings: /\\.ods$/iu,\n    isWorkbook: false,',
  },
});
