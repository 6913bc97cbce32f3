import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger, createAwsMigrations } from '../shared/aws-ledger.ts';
import { theOutside, type Outside } from '../shared/outside.ts';
import { createSfnMachine } from '../shared/sfn-machine.ts';
import { createSqsQueue } from '../shared/sqs-queue.ts';
import { sweepEnv, type SweepEnv } from './env.ts';
import { createS3Definitions } from './s3-definitions.ts';
import { createS3Inbox } from './s3-inbox.ts';
import { sweepAll } from './sweep-all.ts';

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
