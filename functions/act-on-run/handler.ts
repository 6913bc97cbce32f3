import { httpFunction } from '@sluice/aws-kit/handlers';
import { actOnRun } from '@sluice/flow/act/act-on-run';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createS3Inbox } from '../adapters/s3-listings.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { actOnRunEnv, type ActOnRunEnv } from './env.ts';

export function services(env: ActOnRunEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    machine: createSfnMachine(outside, env.TRACKING_MACHINE_ARN),
    inbox: createS3Inbox(outside, env.DROP_BUCKET),
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    now: outside.now,
  };
}

export const handler = httpFunction({ env: actOnRunEnv, services, handle: actOnRun });
