import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a run whose tracker died is not resumed': {
    file: 'packages/flow/src/sweep/resume-run.ts',
    from: 'if (run.trackers > 0 && (await machine.isRunning(trackerName(run.runId, run.trackers)))) return false;',
    to: 'if (run.trackers > 0) return false;',
  },
});
