import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a batch with an unknown outcome is not counted as unknown': {
    file: 'packages/ledger/src/submission/counts.ts',
    from: "    case 'unknown':\n      return 'unknown';",
    to: "    case 'unknown':\n      return 'notAttempted';",
  },
});
