import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { sqsFunction } from '@sluice/lambda-kit';
import { arrivalMessageSchema, isSwept, migrationsIn } from '@sluice/flow/read/arrivals';
import { defaultEmailsOf } from '../adapters/default-emails.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createAwsSchedules } from '../adapters/aws-schedules.ts';
import { scheduleMigrationEnv, type ScheduleMigrationEnv } from './env.ts';
import { scheduleMigration } from '@sluice/flow/migrate/schedule-migration';

/** What a cold start builds. */
export function services(env: ScheduleMigrationEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files({ client: outside.client(S3Client), bucket: env.DROP_BUCKET }),
    schedules: createAwsSchedules(outside.client(SchedulerClient), env),
    notifier: createFlowNotifier(env, outside),
    defaultEmails: defaultEmailsOf(env),
    now: outside.now,
  };
}

export const handler = sqsFunction({
  env: scheduleMigrationEnv,
  services,
  message: arrivalMessageSchema,
  each: async (message, services) => {
    const how = { tells: !isSwept(message) };
    for (const name of migrationsIn(message)) await scheduleMigration(name, services, how);
  },
});
