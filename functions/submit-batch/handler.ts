import { batchMessageSchema } from '@sluice/flow/run-objects';
import { recordingRates } from '@sluice/flow/submit/rate-recording';
import { submitBatch } from '@sluice/flow/submit/submit-batch';
import { createAwsBudget, createAwsLedger } from '../adapters/aws-ledger.ts';
import { createHttpService } from '../adapters/http-service.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { submitBatchEnv, type SubmitBatchEnv } from './env.ts';

export function services(env: SubmitBatchEnv, outside: Outside = theOutside) {
  const budget = createAwsBudget(env, outside);
  return {
    ledger: createAwsLedger(env, outside),
    files: createS3Files(outside, env.FILES_BUCKET),
    budget,
    service: recordingRates(budget, createHttpService(env, outside, { timeoutMs: 20_000 })),
    idempotencyKey: env.SERVICE_IDEMPOTENCY_KEY,
    expectations: env.SERVICE_EXPECTATIONS,
    lost: env.LEDGER_LOST,
    now: outside.now,
    newId: outside.newId,
  };
}

export const handler = queueFunction({
  env: submitBatchEnv,
  services,
  message: batchMessageSchema,
  about: ({ runId, batch, phase }) => ({ runId, batch, phase }),
  each: submitBatch,
});
