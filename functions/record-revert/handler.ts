import { recordRevert, revertMessageSchema } from '@sluice/flow/undo/record-revert';
import { sqsFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { recordRevertEnv, type RecordRevertEnv } from './env.ts';

export function services(env: RecordRevertEnv, outside: Outside = theOutside) {
  return { ledger: createAwsLedger(env, outside), now: outside.now };
}

export const handler = sqsFunction({
  env: recordRevertEnv,
  services,
  message: revertMessageSchema,
  each: recordRevert,
});
