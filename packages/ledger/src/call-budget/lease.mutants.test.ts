import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const lease = 'packages/ledger/src/call-budget/lease.ts';

export const mutants = mutantsOf(import.meta.url, {
  'calls that are leased stay in the budget': {
    file: lease,
    from: 'free: budget.free - calls,',
    to: 'free: budget.free,',
  },
  'an ended block allows a call although none is left': {
    file: lease,
    from: 'return budget.free > 0 && blocks',
    to: 'return blocks',
  },
  'an old answer hides the calls that others leased since': {
    file: lease,
    from: 'return isOld && free > counted.free ?',
    to: 'return isOld && free > remaining ?',
  },
});
