import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const verdict = 'packages/flow/src/attempts/verdict.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a lost reply to a real import counts as not sent': {
    file: verdict,
    from: "maybeSent: { dry: 'ambiguous', real: 'ambiguous' }",
    to: "maybeSent: { dry: 'ambiguous', real: 'parked:not_sent' }",
  },
  'a page of a gateway counts as a refusal of the service': {
    file: verdict,
    from: "intermediary: { dry: 'parked:rejected', real: 'ambiguous' }",
    to: "intermediary: { dry: 'parked:rejected', real: 'parked:rejected' }",
  },
  'a failure of the service counts as a refusal of a real import': {
    file: verdict,
    from: "'refused:server_error': { dry: 'ambiguous', real: 'ambiguous' }",
    to: "'refused:server_error': { dry: 'ambiguous', real: 'parked:rejected' }",
  },
});
