import { recordRevert, revertMessageSchema } from '@sluice/flow/undo/record-revert';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { recordRevertEnv, type RecordRevertEnv } from './env.ts';

export function services(env: RecordRevertEnv, outside: Outside = theOutside) {
  return { ledger: createAwsLedger(env, outside), now: outside.now };
}

export const handler = queueFunction({
  env: recordRevertEnv,
  services,
  message: revertMessageSchema,
  each: recordRevert,
});
