import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { defaultEmailsOf } from '../adapters/default-emails.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs-queue.ts';
import { runMigrationEnv, type RunMigrationEnv } from './env.ts';
import { migrationInputSchema, runMigration } from '@sluice/flow/migrate/run-migration';
import { createS3Sources } from '../adapters/s3-sources.ts';

/** What a cold start builds. */
export function services(env: RunMigrationEnv, outside: Outside = theOutside) {
  const s3 = outside.client(S3Client);
  return {
    drops: createS3Files({ client: s3, bucket: env.DROP_BUCKET }),
    dropBucket: env.DROP_BUCKET,
    sources: createS3Sources(s3),
    files: createS3Files({ client: s3, bucket: env.FILES_BUCKET }),
    filesBucket: env.FILES_BUCKET,
    migrations: createAwsMigrations(env, outside),
    ledger: createAwsLedger(env, outside),
    arrivals: createSqsQueue({ client: outside.client(SQSClient), url: env.ARRIVAL_QUEUE_URL }),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.TRACKING_MACHINE_ARN }),
    notifier: createFlowNotifier(env, outside),
    defaultEmails: defaultEmailsOf(env),
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    now: outside.now,
    newId: outside.newId,
  };
}

export const handler = taskFunction({
  env: runMigrationEnv,
  services,
  // The machine tells the name of the execution beside its state.
  input: z
    .object({ state: z.looseObject({}), execution: z.string() })
    .transform(({ state, execution }) => ({ ...state, execution }))
    .pipe(migrationInputSchema),
  run: runMigration,
});
