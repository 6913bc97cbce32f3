import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsMigrations } from '../adapters/aws-ledger.ts';
import { defaultEmailsOf } from '../adapters/default-emails.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { actOnMigration } from '@sluice/flow/migrate/act-on-migration';
import { actOnMigrationEnv, type ActOnMigrationEnv } from './env.ts';

/** What a cold start builds. */
export function services(env: ActOnMigrationEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files({ client: outside.client(S3Client), bucket: env.DROP_BUCKET }),
    migrations: createAwsMigrations(env, outside),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.MIGRATIONS_MACHINE_ARN }),
    defaultEmails: defaultEmailsOf(env),
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    now: outside.now,
  };
}

export const handler = httpFunction({ env: actOnMigrationEnv, services, handle: actOnMigration });
