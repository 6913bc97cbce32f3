import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an approval of one plan lets another go on': {
    file: 'packages/flow/src/track/before-import.ts',
    from: '  if (isApproved(run, plan)) return step;',
    to: '  if (run.approval?.approved) return step;',
  },
  'a run counts as the last writer of its lane once it asks for approval': {
    file: 'packages/flow/src/track/before-import.ts',
    from: 'asks ? ledger.lastWriter(run) : ledger.startWriting(run)',
    to: 'ledger.startWriting(run)',
    proof: tested('test/scenarios/same-content.test.ts'),
  },
  'a run is not checked once more after its approval': {
    file: 'packages/flow/src/track/track-run.ts',
    from: 'const checkedAgain = await recheckApproved(tracked, services);',
    to: 'const checkedAgain = false;',
  },
  'the end of an import that is no longer awaited is recorded': {
    file: 'packages/ledger/src/submission/transitions.ts',
    from: '      if (isOfOtherImport(submission, event)) return false;\n',
    to: '',
  },
});
