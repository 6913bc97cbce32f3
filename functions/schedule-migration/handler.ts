import { recordUploads } from '@sluice/flow/migrate/record-uploads';
import { scheduleMigration } from '@sluice/flow/migrate/schedule-migration';
import { arrivalMessageSchema, isSwept, migrationsIn } from '@sluice/flow/read/arrivals';
import { createAwsSchedules } from './aws-schedules.ts';
import { createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { scheduleMigrationEnv, type ScheduleMigrationEnv } from './env.ts';

export function services(env: ScheduleMigrationEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    migrations: createAwsMigrations(env, outside),
    schedules: createAwsSchedules(env, outside),
    notifier: createFlowNotifier(env, outside),
    defaultEmails: env.DEFAULT_EMAILS,
    now: outside.now,
  };
}

export const handler = queueFunction({
  env: scheduleMigrationEnv,
  services,
  message: arrivalMessageSchema,
  each: async (message, services) => {
    const how = { notifies: !isSwept(message) };
    for (const name of migrationsIn(message)) await scheduleMigration(name, services, how);
    await recordUploads(message, services);
  },
});
