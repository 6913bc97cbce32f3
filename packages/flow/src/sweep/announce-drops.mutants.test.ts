import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a drop that could not be checked is left to nobody': {
    file: 'packages/flow/src/sweep/announce-drops.ts',
    from: 'since: failed ? cursor.since : pass.startedAt',
    to: 'since: pass.startedAt',
  },
});
