import { SESv2Client } from '@aws-sdk/client-sesv2';
import { createSesMailer } from '@sluice/mail/ses';
import { meteredMailer } from '@sluice/flow/measure/metered-ports';
import { emailNotifier, type Notifier } from '@sluice/flow/notify/notifier';
import { onStack } from '@sluice/ledger';
import type { NoticeEnv } from '../env-fields.ts';
import { commandOptions } from './command-options.ts';
import type { Outside } from './outside.ts';

/** The channels through which the flow notifies people: e-mail through SES, which reports about each mail. */
export function createFlowNotifier(env: NoticeEnv, outside: Outside): Notifier {
  const mailer = createSesMailer({
    client: outside.client(SESv2Client),
    from: env.MAIL_FROM,
    configurationSet: env.MAIL_CONFIGURATION_SET,
  });
  const options = commandOptions(env.STACK_ID);
  const channel = emailNotifier(meteredMailer(mailer));
  return {
    notify: ({ mail, ...message }) => {
      const { subject, text, html } = mail;
      return channel.notify({
        ...message,
        mail: { subject, text: onStack(text, options), html: onStack(html, options) },
      });
    },
  };
}
