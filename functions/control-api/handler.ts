import { randomBytes } from 'node:crypto';
import { dispatchControl, type ControlServices } from '@sluice/data-access';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { measureRefusal } from '../adapters/metered-store.ts';
import { auditLogIn, queueAt, requestData } from '../adapters/service-data.ts';
import { controlApiEnv } from './env.ts';

export const handler = httpFunction({
  env: controlApiEnv,
  services: (env): ControlServices => ({
    ...requestData(env),
    refused: measureRefusal,
    audit: auditLogIn(env.AUDIT_BUCKET),
    deliveries: queueAt(env.DELIVERIES_QUEUE_URL),
    urlRules: { allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK },
    newSecret: () => randomBytes(32).toString('base64url'),
  }),
  handle: dispatchControl,
});
