import { dispatch, type Services } from '@sluice/data-access';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { measureRefusal } from '../adapters/metered-store.ts';
import { theOutside } from '../adapters/outside.ts';
import { requestData } from '../adapters/service-data.ts';
import { dataApiEnv } from './env.ts';
import { createSigningKey } from './signing-key.ts';

export const handler = httpFunction({
  env: dataApiEnv,
  services: (env): Services => ({
    ...requestData(env),
    signingKey: createSigningKey(env, theOutside),
    refused: measureRefusal,
  }),
  handle: dispatch,
});
