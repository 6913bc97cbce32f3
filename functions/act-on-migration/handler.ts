import { httpFunction } from '@sluice/aws-kit/handlers';
import { actOnMigration } from '@sluice/flow/migrate/act-on-migration';
import { createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { actOnMigrationEnv, type ActOnMigrationEnv } from './env.ts';

export function services(env: ActOnMigrationEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    migrations: createAwsMigrations(env, outside),
    machine: createSfnMachine(outside, env.MIGRATIONS_MACHINE_ARN),
    defaultEmails: env.DEFAULT_EMAILS,
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    isPaused: env.PAUSED ?? false,
    now: outside.now,
  };
}

export const handler = httpFunction({ env: actOnMigrationEnv, services, handle: actOnMigration });
