import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { dispatch, type Services } from '@sluice/data-access';
import { httpFunction, log } from '@sluice/lambda-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureRefusal } from '../adapters/metered-store.ts';
import { requestData } from '../adapters/service-data.ts';
import { dataApiEnv } from './env.ts';
import { createSigningKey } from './signing-key.ts';

export const handler = httpFunction({
  env: dataApiEnv,
  services: (env): Services => {
    const { sqs: _, ...data } = requestData(env);
    return {
      ...data,
      sleep: (ms) => sleep(ms),
      signingKey: createSigningKey({
        client: new SecretsManagerClient({}),
        secretId: env.SIGNING_SECRET_ARN,
        now: data.now,
      }),
      refused: measureRefusal,
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatch,
});
