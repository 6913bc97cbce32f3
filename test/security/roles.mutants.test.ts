import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const history = 'infra/constructs/history.ts';

export const mutants = mutantsOf(import.meta.url, {
  'anybody reads the history without a signature': {
    file: history,
    from: 'HttpMethod.GET), to: historyApi, authorizer }',
    to: 'HttpMethod.GET), to: historyApi }',
  },
  'the function that reads the history may write runs': {
    file: history,
    from: '        ledger.grantRead(),\n        service.reserve(),',
    to: "        ledger.grantFor('actOnRun'),\n        service.reserve(),",
  },
});
