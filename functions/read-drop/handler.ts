import { logAbout } from '@sluice/aws-kit/handlers';
import { setFlagsFromString } from 'node:v8';
import { arrivalMessageSchema, dropsIn } from '@sluice/flow/read/arrivals';
import { readDrop } from '@sluice/flow/read/read-drop';
import { runIdOf } from '@sluice/ledger';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { retryPauses } from '../adapters/retry-pauses.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { readDropEnv, type ReadDropEnv } from './env.ts';

export function services(env: ReadDropEnv, outside: Outside = theOutside) {
  return {
    drops: createS3Files(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    files: createS3Files(outside, env.FILES_BUCKET),
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    machine: createSfnMachine(outside, env.TRACKING_MACHINE_ARN),
    target: env.SERVICE_URL,
    defaultEmails: env.DEFAULT_EMAILS,
    approval: env.APPROVAL,
    consoleRoleId: env.UPLOADER_ROLE_ID,
    lost: env.LEDGER_LOST,
    now: outside.now,
  };
}

// After a sheet was kept for long, V8 allocates rows of the next ones as long-lived too, and they pile up in memory.
setFlagsFromString('--no-allocation-site-pretenuring');
// Its compiler in the middle takes 10 MB while a sheet is read, and no sheet is read sooner by it.
setFlagsFromString('--no-maglev');

export const handler = queueFunction({
  env: readDropEnv,
  services,
  message: arrivalMessageSchema,
  each: async (message, services, { remainingMs: leftMs, receiveCount }) => {
    const time = { leftMs, isLast: receiveCount > retryPauses.length };
    for (const drop of dropsIn(message))
      await logAbout({ runId: runIdOf(drop) }, () => readDrop(drop, { ...services, time }));
  },
});
