import { SFNClient } from '@aws-sdk/client-sfn';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { actOnRun } from '@sluice/flow/act/act-on-run';
import { actOnRunEnv, type ActOnRunEnv } from './env.ts';

/** What a cold start builds. */
export function services(env: ActOnRunEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.TRACKING_MACHINE_ARN }),
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    now: outside.now,
  };
}

export const handler = httpFunction({
  env: actOnRunEnv,
  services,
  handle: actOnRun,
});
