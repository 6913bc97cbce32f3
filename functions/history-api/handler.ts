import { httpFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { theOutside } from '../shared/outside.ts';
import { historyApiEnv } from './env.ts';
import { answerHistory } from './history.ts';

export const handler = httpFunction({
  env: historyApiEnv,
  services: (env) => ({ ledger: createAwsLedger(env, theOutside) }),
  handle: answerHistory,
});
