import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const submitBatch = 'packages/flow/src/submit/submit-batch.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a real import names the first dry run of its batch, not the last one': {
    file: submitBatch,
    from: '{ dryRun: dry.importId }',
    to: '{ dryRun: dry.attempts[0]?.importId }',
  },
  'a batch that is sent again does not name its dry run': {
    file: submitBatch,
    from: 'expectations && dryRun !== undefined &&',
    to: 'expectations && dryRun !== undefined && attemptsMade(submission) === 1 &&',
  },
});
