import { setFlagsFromString } from 'node:v8';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { logAbout, sqsFunction } from '@sluice/lambda-kit';
import { runIdOf } from '@sluice/ledger';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { defaultEmailsOf } from '../adapters/default-emails.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { arrivalMessageSchema, dropsIn } from '@sluice/flow/read/arrivals';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { readDropEnv, type ReadDropEnv } from './env.ts';
import { readDrop } from '@sluice/flow/read/read-drop';

/** What a cold start builds. */
export function services(env: ReadDropEnv, outside: Outside = theOutside) {
  const s3 = outside.client(S3Client);
  return {
    drops: createS3Files({ client: s3, bucket: env.DROP_BUCKET }),
    files: createS3Files({ client: s3, bucket: env.FILES_BUCKET }),
    ledger: createAwsLedger(env, outside),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.TRACKING_MACHINE_ARN }),
    target: env.SERVICE_URL,
    defaultEmails: defaultEmailsOf(env),
    now: outside.now,
  };
}

// V8 puts what is made in a loop among what stays when some of it was once kept for long: rows of a sheet then pile up.
setFlagsFromString('--no-allocation-site-pretenuring');

export const handler = sqsFunction({
  env: readDropEnv,
  services,
  message: arrivalMessageSchema,
  each: async (message, services) => {
    for (const drop of dropsIn(message))
      await logAbout({ runId: runIdOf(drop) }, () => readDrop(drop, services));
  },
});
