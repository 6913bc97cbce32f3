import { figures, itMeasures } from '../tried.ts';

const within5 = String.raw`(?:0\.9[5-9]|1\.0[0-5])×`;

itMeasures('cost --rows 20,30', [
  ['invocations', ...figures(4)],
  ['usage.usd to all', '–', '–', within5, within5],
  // One batch: an intent for its dry run and one for its import.
  ['the flow', 'intents to send', '2', '2', '0'],
  ['the service', 'states and leases of imports', String.raw`\d+`, '7'],
  ['the service', 'records', '1', '20', '0'],
  ['the service', 'claims of e-mail addresses', '1', '20', '0'],
]);
