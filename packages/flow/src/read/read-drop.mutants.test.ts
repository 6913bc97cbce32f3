import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a drop is taken from any bucket of the account': {
    file: 'packages/flow/src/read/read-drop.ts',
    from: 'drop.migration === undefined && drop.bucket !== services.dropBucket',
    to: 'drop.bucket === undefined',
  },
});
