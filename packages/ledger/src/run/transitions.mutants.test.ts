import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const runTransitions = 'packages/ledger/src/run/transitions.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an approval is taken although somebody was asked about another plan since': {
    file: runTransitions,
    from: "  if (event.type === 'approved') return event.plan !== run.approval?.plan.sha256;\n",
    to: '',
  },
  'a notice about one status settles that of the next': {
    file: runTransitions,
    from: "  if (event.type === 'noticeChanged' && event.about !== undefined && event.about !== run.status) return true;\n",
    to: '',
  },
  'a tracker that slept starts to import while a person decides': {
    file: runTransitions,
    from: "  if (event.type === 'importingStarted' && run.importingSince !== undefined) return true;\n",
    to: '',
  },
  'a tracker moves a run on that was cancelled meanwhile': {
    file: runTransitions,
    from: '  if (run.cancel !== undefined && goesOn[event.type]) return true;\n',
    to: '',
  },
  'a run that has ended can be cancelled': {
    file: runTransitions,
    from: 'const hasWritten = {\n  ...nothingMore,\n',
    to: "const hasWritten = {\n  ...nothingMore,\n  cancelRequested: 'stays',\n",
  },
});
