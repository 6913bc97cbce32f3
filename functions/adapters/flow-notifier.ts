import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { createSesMailer } from '@sluice/answers/ses';
import { meteredMailer } from '@sluice/flow/measure/metered-ports';
import {
  dropperRoute,
  emailChannel,
  routedNotifier,
  type Channel,
  type Notifier,
  type Route,
} from '@sluice/flow/notify/notifier';
import { onStack } from '@sluice/ledger';
import type { NoticeEvent } from '@sluice/answers';
import type { NoticeEnv } from '../env-fields.ts';
import type { NoticeRoutes } from '../notice-routes.ts';
import { commandOptions } from './command-options.ts';
import { hookChannel } from './notice-hook.ts';
import { topicChannel } from './notice-topic.ts';
import type { Outside } from './outside.ts';

/** The channels through which the flow notifies people: e-mail through SES, which reports about each mail, and others. */
export function createFlowNotifier(env: NoticeEnv, outside: Outside): Notifier {
  const mailer = meteredMailer(
    createSesMailer({
      client: outside.client(SESv2Client),
      from: env.MAIL_FROM,
      configurationSet: env.MAIL_CONFIGURATION_SET,
    }),
  );
  const { emailEvents, dropper, channels } = env.NOTICE_ROUTES;
  const toDropper = dropperRoute(mailer, dropper?.domains ?? []);
  const routes: Route[] = [
    { channel: emailChannel(mailer), takes: ({ event }) => isAmong(event, emailEvents) },
    {
      ...toDropper,
      takes: (message) => isAmong(message.event, dropper?.events) && toDropper.takes(message),
    },
    ...channels.map((route) => ({
      channel: channelOf(route, env, outside),
      takes: ({ event }: { event: NoticeEvent }) => isAmong(event, route.events),
    })),
  ];
  const options = commandOptions(env.STACK_ID);
  return routedNotifier(
    routes.map(({ channel, takes }) => ({ takes, channel: withCommandsOf(options, channel) })),
  );
}

const isAmong = (event: NoticeEvent, events: readonly NoticeEvent[] | undefined): boolean =>
  events === undefined || events.includes(event);

/** A try of a hook ends well within the lease of its notice. */
const hookTimeoutMs = 10_000;

function channelOf(route: NoticeRoutes['channels'][number], env: NoticeEnv, outside: Outside): Channel {
  if (route.kind === 'topic') return topicChannel({ ...route, client: outside.client(SNSClient) });
  const secrets = outside.client(SecretsManagerClient);
  return hookChannel(route, {
    readSecret: async (SecretId) =>
      (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '',
    send: outside.sender({ allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK, timeoutMs: hookTimeoutMs }),
    now: outside.now,
  });
}

/** Commands in a message name the stack. */
function withCommandsOf(options: string, channel: Channel): Channel {
  return {
    ...channel,
    send: (message) => {
      const { text, html, brief } = message.mail;
      const mail = {
        ...message.mail,
        text: onStack(text, options),
        html: onStack(html, options),
        brief: onStack(brief, options),
      };
      return channel.send({ ...message, mail });
    },
  };
}
