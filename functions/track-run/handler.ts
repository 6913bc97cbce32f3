import { taskFunction } from '@sluice/aws-kit/handlers';
import type { BatchMessage } from '@sluice/flow/run-objects';
import { recordingRates } from '@sluice/flow/submit/rate-recording';
import { trackInputSchema } from '@sluice/flow/track/track-run';
import { trackSteps } from '@sluice/flow/track/track-steps';
import { createAwsBudget, createAwsLedger } from '../adapters/aws-ledger.ts';
import { createHttpReverts } from '../adapters/http-reverts.ts';
import { createHttpService } from '../adapters/http-service.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createS3Inbox } from '../adapters/s3-listings.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { trackRunEnv, type TrackRunEnv } from './env.ts';

export function services(env: TrackRunEnv, outside: Outside = theOutside) {
  const budget = createAwsBudget(env, outside);
  const calls = { timeoutMs: 15_000 };
  return {
    ledger: createAwsLedger(env, outside),
    files: createS3Files(outside, env.FILES_BUCKET),
    inbox: createS3Inbox(outside, env.DROP_BUCKET),
    batches: createSqsQueue<BatchMessage>(outside, env.BATCH_QUEUE_URL, ({ runId }) => runId),
    machine: createSfnMachine(outside, env.TRACKING_MACHINE_ARN),
    budget,
    service: recordingRates(budget, createHttpService(env, outside, calls)),
    reverts: createHttpReverts(env, outside, calls),
    idempotencyKey: env.SERVICE_IDEMPOTENCY_KEY,
    lost: env.LEDGER_LOST,
    now: outside.now,
    sleep: outside.sleep,
  };
}

export const handler = taskFunction({
  env: trackRunEnv,
  services,
  input: trackInputSchema,
  about: ({ runId }) => ({ runId }),
  run: trackSteps,
});
