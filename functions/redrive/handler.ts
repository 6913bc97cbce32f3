import { SQSClient } from '@aws-sdk/client-sqs';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createSqsQueue } from '../adapters/sqs-queue.ts';
import { answerRedrive } from '@sluice/flow/redrive/redrive';
import { redriveEnv, type RedriveEnv } from './env.ts';
import { createSqsDeadLetters } from '../adapters/sqs-dead-letters.ts';

/** What a cold start builds. */
export function services(env: RedriveEnv, outside: Outside = theOutside) {
  const client = outside.client(SQSClient);
  return {
    ledger: createAwsLedger(env, outside),
    arrivals: {
      queue: createSqsQueue<object>({ client, url: env.ARRIVAL_QUEUE_URL }),
      deadLetters: createSqsDeadLetters({ client, url: env.ARRIVAL_DEAD_LETTERS_URL }),
    },
    batches: {
      queue: createSqsQueue<object>({ client, url: env.BATCH_QUEUE_URL }),
      deadLetters: createSqsDeadLetters({ client, url: env.BATCH_DEAD_LETTERS_URL }),
    },
    now: outside.now,
  };
}

export const handler = httpFunction({ env: redriveEnv, services, handle: answerRedrive });
