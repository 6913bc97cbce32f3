import { httpFunction } from '@sluice/aws-kit/handlers';
import { answerRedrive } from '@sluice/flow/redrive/redrive';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { createSqsDeadLetters, createSqsQueue } from '../adapters/sqs.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { redriveEnv, type RedriveEnv } from './env.ts';

export function services(env: RedriveEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    arrivals: {
      queue: createSqsQueue<object>(outside, env.ARRIVAL_QUEUE_URL),
      deadLetters: createSqsDeadLetters(outside, env.ARRIVAL_DEAD_LETTERS_URL),
    },
    batches: {
      queue: createSqsQueue<object>(outside, env.BATCH_QUEUE_URL),
      deadLetters: createSqsDeadLetters(outside, env.BATCH_DEAD_LETTERS_URL),
    },
    now: outside.now,
  };
}

export const handler = httpFunction({ env: redriveEnv, services, handle: answerRedrive });
