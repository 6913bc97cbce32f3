import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'too_many_requests with calls left waits for the next hour': {
    file: 'packages/flow/src/attempts/attempts.ts',
    from: 'rateLimitLimit > 0 && rateLimitRemaining === 0',
    to: 'rateLimitLimit > 0',
  },
  'a run does not say what it waits for': {
    file: 'packages/ledger/src/run/progress.ts',
    from: 'waits: waitOf(submissions),',
    to: 'waits: undefined,',
  },
});
