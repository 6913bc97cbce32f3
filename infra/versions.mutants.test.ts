import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'versions of a deployment that failed stay, so that it cannot be repeated': {
    file: 'infra/constructs/service-function.ts',
    from: 'RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE }',
    to: 'RemovalPolicy.RETAIN }',
  },
});
