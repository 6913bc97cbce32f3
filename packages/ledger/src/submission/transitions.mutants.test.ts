import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const transitions = 'packages/ledger/src/submission/transitions.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker records the end of an attempt that is not its own': {
    file: transitions,
    from: "    case 'ambiguous':\n      return current?.owner === event.owner;",
    to: "    case 'ambiguous':\n      return current !== undefined;",
  },
  'an importId that comes after the end is dropped': {
    file: transitions,
    from: "  accepted: 'stays',\n",
    to: "  accepted: 'refused',\n",
  },
});
