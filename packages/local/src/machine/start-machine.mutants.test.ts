import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a route that IAM protects on AWS is open': {
    file: 'packages/local/src/http-api/answer-request.ts',
    from: 'if (match.route.guarded && ',
    to: 'if (false && ',
  },
});
