import { taskFunction } from '@sluice/aws-kit/handlers';
import { sweepAll } from '@sluice/flow/sweep/sweep-all';
import * as z from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createS3Definitions, createS3Inbox } from '../adapters/s3-listings.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { sweepEnv, type SweepEnv } from './env.ts';

export function services(env: SweepEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    inbox: createS3Inbox(outside, env.DROP_BUCKET),
    arrivals: createSqsQueue(outside, env.ARRIVAL_QUEUE_URL),
    migrations: createAwsMigrations(env, outside),
    definitionFiles: createS3Definitions(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    definitions: createSqsQueue(outside, env.DEFINITIONS_QUEUE_URL),
    machine: createSfnMachine(outside, env.TRACKING_MACHINE_ARN),
    migrationsMachine: createSfnMachine(outside, env.MIGRATIONS_MACHINE_ARN),
    lost: env.LEDGER_LOST,
    now: outside.now,
  };
}

export const handler = taskFunction({
  env: sweepEnv,
  services,
  input: z.unknown(),
  run: (_input, services) => sweepAll(services),
});
