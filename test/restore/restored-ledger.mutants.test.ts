import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a drop of the time that a restored ledger lost is imported without asking': {
    file: 'packages/flow/src/track/before-import.ts',
    from: '...restoredReasons(run), ',
    to: '...restoredReasons({}), ',
  },
  'a batch that waited at the time of a backup counts as never sent': {
    file: 'packages/flow/src/attempts/mark-restored.ts',
    from: "  if (status === 'importing' || status === 'needs_decision') await assumeSent(runId, at, services);\n",
    to: '',
  },
});
