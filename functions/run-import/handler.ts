import { SESv2Client } from '@aws-sdk/client-sesv2';
import { ImportBusyError, importMessage, runImport, type RunServices } from '@sluice/data-access';
import { createSesMailer } from '@sluice/answers/ses';
import { meteredStore } from '../adapters/metered-store.ts';
import { theOutside } from '../adapters/outside.ts';
import { queueFunction } from '../adapters/queue-function.ts';
import { queueAt, serviceData } from '../adapters/service-data.ts';
import { runImportEnv } from './env.ts';

export const handler = queueFunction({
  env: runImportEnv,
  services: (env): RunServices => {
    const data = serviceData(env);
    return {
      ...data,
      store: meteredStore(data.store),
      queue: queueAt(env.IMPORT_QUEUE_URL),
      reverts: queueAt(env.REVERTS_QUEUE_URL),
      mailer: createSesMailer({ client: theOutside.client(SESv2Client), from: env.MAIL_FROM }),
    };
  },
  message: importMessage,
  about: ({ siteId, importId }) => ({ siteId, importId }),
  // Another worker has the import, most often because its message was delivered twice.
  postpones: (error) => error instanceof ImportBusyError,
  each: runImport,
});
