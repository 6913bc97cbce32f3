import { taskFunction } from '@sluice/aws-kit/handlers';
import { migrationInputSchema, runMigration } from '@sluice/flow/migrate/run-migration';
import * as z from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { createLinkMaker } from '../adapters/link-maker.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createS3Sources } from '../adapters/s3-sources.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { runMigrationEnv, type RunMigrationEnv } from './env.ts';

export function services(env: RunMigrationEnv, outside: Outside = theOutside) {
  const files = createS3Files(outside, env.FILES_BUCKET);
  return {
    drops: createS3Files(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    sources: createS3Sources(outside),
    files,
    filesBucket: env.FILES_BUCKET,
    makeLink: createLinkMaker(env, { files, now: outside.now }),
    consoleUrl: env.CONSOLE_URL,
    migrations: createAwsMigrations(env, outside),
    ledger: createAwsLedger(env, outside),
    arrivals: createSqsQueue(outside, env.ARRIVAL_QUEUE_URL),
    machine: createSfnMachine(outside, env.TRACKING_MACHINE_ARN),
    notifier: createFlowNotifier(env, outside),
    defaultEmails: env.DEFAULT_EMAILS,
    canRevert: env.SERVICE_REVERT_URL !== undefined,
    isPaused: env.PAUSED ?? false,
    now: outside.now,
    newId: outside.newId,
  };
}

export const handler = taskFunction({
  env: runMigrationEnv,
  services,
  // The machine passes the name of the execution beside its state.
  input: z
    .object({ state: z.looseObject({}), execution: z.string() })
    .transform(({ state, execution }) => ({ ...state, execution }))
    .pipe(migrationInputSchema),
  run: runMigration,
});
