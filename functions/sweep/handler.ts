import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs-queue.ts';
import { sweepEnv, type SweepEnv } from './env.ts';
import { createS3Definitions } from '../adapters/s3-definitions.ts';
import { createS3Inbox } from '../adapters/s3-inbox.ts';
import { sweepAll } from '@sluice/flow/sweep/sweep-all';

/** What a cold start builds. */
export function services(env: SweepEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    inbox: createS3Inbox({ client: outside.client(S3Client), bucket: env.DROP_BUCKET }),
    arrivals: createSqsQueue({ client: outside.client(SQSClient), url: env.ARRIVAL_QUEUE_URL }),
    migrations: createAwsMigrations(env, outside),
    definitionFiles: createS3Definitions({ client: outside.client(S3Client), bucket: env.DROP_BUCKET }),
    dropBucket: env.DROP_BUCKET,
    definitions: createSqsQueue({ client: outside.client(SQSClient), url: env.DEFINITIONS_QUEUE_URL }),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.TRACKING_MACHINE_ARN }),
    migrationsMachine: createSfnMachine({
      client: outside.client(SFNClient),
      arn: env.MIGRATIONS_MACHINE_ARN,
    }),
    now: outside.now,
  };
}

export const handler = taskFunction({
  env: sweepEnv,
  services,
  input: z.unknown(),
  run: (_input, services) => sweepAll(services),
});
