import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { sqsFunction } from '@sluice/lambda-kit';
import { arrivalMessageSchema, isSwept, migrationsIn } from '../shared/arrivals.ts';
import { defaultEmailsOf } from '../shared/default-emails.ts';
import { createFlowMailer } from '../shared/flow-mailer.ts';
import { theOutside, type Outside } from '../shared/outside.ts';
import { createS3Files } from '../shared/s3-files.ts';
import { createAwsSchedules } from './aws-schedules.ts';
import { scheduleMigrationEnv, type ScheduleMigrationEnv } from './env.ts';
import { scheduleMigration } from './schedule-migration.ts';

/** What a cold start builds. */
export function services(env: ScheduleMigrationEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files({ client: outside.client(S3Client), bucket: env.DROP_BUCKET }),
    schedules: createAwsSchedules(outside.client(SchedulerClient), env),
    mailer: createFlowMailer(env, outside),
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
