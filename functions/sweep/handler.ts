import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { createSfnMachine } from '../shared/sfn-machine.ts';
import { createSqsQueue } from '../shared/sqs-queue.ts';
import { sweepEnv } from './env.ts';
import { createS3Inbox } from './s3-inbox.ts';
import { sweep } from './sweep.ts';

export const handler = taskFunction({
  env: sweepEnv,
  services: (env) => {
    const now = () => new Date();
    return {
      ledger: createAwsLedger(env, now),
      inbox: createS3Inbox({ client: new S3Client({}), bucket: env.DROP_BUCKET }),
      arrivals: createSqsQueue({ client: new SQSClient({}), url: env.ARRIVAL_QUEUE_URL }),
      machine: createSfnMachine({ client: new SFNClient({}), arn: env.TRACKING_MACHINE_ARN }),
      now,
    };
  },
  input: z.unknown(),
  run: (_input, services) => sweep(services),
});
