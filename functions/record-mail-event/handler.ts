import { recordMailEvent } from '@sluice/flow/mail-events/record-mail-event';
import { sesEventSchema } from '@sluice/flow/mail-events/ses-event';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { recordMailEventEnv, type RecordMailEventEnv } from './env.ts';

export function services(env: RecordMailEventEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    now: outside.now,
  };
}

export const handler = queueFunction({
  env: recordMailEventEnv,
  services,
  message: sesEventSchema,
  each: recordMailEvent,
});
