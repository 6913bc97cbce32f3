import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a group may write to the data folder': {
    file: 'packages/local/src/machine/own-folder.ts',
    from: '0o022',
    to: '0o002',
  },
});
