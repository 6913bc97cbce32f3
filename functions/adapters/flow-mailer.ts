import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mailer } from '@sluice/mail';
import { createSesMailer } from '@sluice/mail/ses';
import { meteredMailer } from '@sluice/flow/measure/metered-ports';
import type { Outside } from './outside.ts';

/** Sends what the flow has to say; of each mail SES tells what becomes of it. */
export function createFlowMailer(
  env: { readonly MAIL_FROM: string; readonly MAIL_CONFIGURATION_SET: string },
  outside: Outside,
): Mailer {
  return meteredMailer(
    createSesMailer({
      client: outside.client(SESv2Client),
      from: env.MAIL_FROM,
      configurationSet: env.MAIL_CONFIGURATION_SET,
    }),
  );
}
