import { dispatchControl, type ControlServices } from '@sluice/data-access';
import { createSqsQueue } from '@sluice/data-access/sqs';
import { httpFunction, log } from '@sluice/lambda-kit';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestData } from '../adapters/service-data.ts';
import { controlApiEnv } from './env.ts';

export const handler = httpFunction({
  env: controlApiEnv,
  services: (env): ControlServices => {
    const { sqs, ...data } = requestData(env);
    return {
      ...data,
      deliveries: createSqsQueue({ client: sqs, url: env.DELIVERIES_QUEUE_URL }),
      urlRules: { allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK === 'true' },
      newSecret: () => randomBytes(32).toString('base64url'),
      sleep: (ms) => sleep(ms),
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatchControl,
});
