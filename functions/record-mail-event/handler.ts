import { sqsFunction } from '@sluice/lambda-kit';
import { createAwsLedger, createAwsMigrations } from '../shared/aws-ledger.ts';
import { theOutside, type Outside } from '../shared/outside.ts';
import { recordMailEventEnv, type RecordMailEventEnv } from './env.ts';
import { recordMailEvent } from './record-mail-event.ts';
import { sesEventSchema } from './ses-event.ts';

/** What a cold start builds. */
export function services(env: RecordMailEventEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    now: outside.now,
  };
}

export const handler = sqsFunction({
  env: recordMailEventEnv,
  services,
  message: sesEventSchema,
  each: recordMailEvent,
});
