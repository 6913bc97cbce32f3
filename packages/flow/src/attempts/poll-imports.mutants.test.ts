import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = 'packages/flow/src';

export const mutants = mutantsOf(import.meta.url, {
  'a run whose polls wait for calls does not say so': {
    file: `${own}/attempts/poll-imports.ts`,
    from: 'again === undefined ? restsFor : callsSpent',
    to: 'restsFor',
  },
  'a run says that it waits for calls only if something else has moved': {
    file: `${own}/track/track-run.ts`,
    from: 'if (hasMoved || restsFor !== undefined) {',
    to: 'if (hasMoved) {',
  },
});
