import { SFNClient } from '@aws-sdk/client-sfn';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { createSfnMachine } from '../shared/sfn-machine.ts';
import { actOnRun } from './act-on-run.ts';
import { actOnRunEnv } from './env.ts';

export const handler = httpFunction({
  env: actOnRunEnv,
  services: (env) => {
    const now = () => new Date();
    return {
      ledger: createAwsLedger(env, now),
      machine: createSfnMachine({ client: new SFNClient({}), arn: env.TRACKING_MACHINE_ARN }),
      canRevert: env.SERVICE_REVERT_URL !== undefined,
      now,
    };
  },
  handle: actOnRun,
});
