import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an approval is taken although somebody was asked about another plan since': {
    file: 'packages/ledger/src/run/transitions.ts',
    from: "  if (event.type === 'approved') return event.plan !== run.approval?.plan.sha256;\n",
    to: '',
  },
});
