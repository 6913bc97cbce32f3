import { createIds, dispatchControl, type ControlServices } from '@sluice/data-access';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { theOutside } from '../adapters/outside.ts';
import { createS3Versions } from '../adapters/s3-versions.ts';
import { auditLogIn, queueAt, reportFault, serviceStores } from '../adapters/service-data.ts';
import { eraseImportsEnv, type EraseImportsEnv } from './env.ts';

/** Nothing that it writes is published: to receivers, what is erased has not changed. */
const noQueue = { send: () => Promise.reject(new TypeError('This function sends nothing.')) };

export function services(env: EraseImportsEnv): ControlServices {
  return {
    ...serviceStores(env),
    audit: auditLogIn(env.AUDIT_BUCKET),
    erasable: createS3Versions(theOutside, env.DATA_BUCKET),
    queue: noQueue,
    calls: queueAt(env.CHANGES_QUEUE_URL),
    deliveries: noQueue,
    newId: createIds(theOutside.now),
    sleep: theOutside.sleep,
    report: reportFault,
    urlRules: { allowLoopback: false },
    newSecret: () => {
      throw new TypeError('This function makes no secrets.');
    },
  };
}

export const handler = httpFunction({ env: eraseImportsEnv, services, handle: dispatchControl });
