import type { NoticeRoutes } from '@sluice/functions/notice-routes';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { NoticeSettingsOfStage } from '../settings/settings-notices.ts';
import { allowKey, allowUse, type KeyUse } from './encryption.ts';
import { permission, together, setting, type Grant } from './grant.ts';

/** Sends notices through the channels of the settings. Without any setting, there is no variable. */
export function grantChannels(
  notices: NoticeSettingsOfStage,
): Grant<{ readonly NOTICE_ROUTES: string | undefined }> {
  const channels = Object.values(notices.channels);
  const [topics, hooks] = [channels.filter(isTopic), channels.filter((channel) => !isTopic(channel))];
  return together(
    setting({ NOTICE_ROUTES: isByDefault(notices) ? undefined : JSON.stringify(routesOf(notices)) }),
    ...(hooks.length === 0
      ? []
      : [
          permission({}, ['secretsmanager:GetSecretValue'], ...hooks.map(({ secret }) => secret)),
          keyOfSecrets,
          useOf(hooks, { service: 'secretsmanager', actions: ['Decrypt'] }),
        ]),
    ...(topics.length === 0
      ? []
      : [
          permission({}, ['sns:Publish'], ...topics.map(({ topic }) => topic)),
          useOf(topics, { service: 'sns', actions: ['Decrypt', 'GenerateDataKey'] }),
        ]),
  );
}

type Channel = NoticeSettingsOfStage['channels'][string];

const isTopic = (channel: Channel): channel is Extract<Channel, { kind: 'topic' }> =>
  channel.kind === 'topic';

/** Uses the keys that the channels name, through the service that has what they encrypt. */
function useOf(channels: readonly Pick<Channel, 'key'>[], use: Omit<KeyUse, 'keys'>): Grant {
  const keys = [...new Set(channels.flatMap(({ key }) => key ?? []))];
  return { env: {}, allow: (role) => keys.length > 0 && allowUse(role, { ...use, keys }) };
}

const keyOfSecrets: Grant = { env: {}, allow: (role: Role) => allowKey('secrets', role) };

const isByDefault = ({ email, dropper, channels }: NoticeSettingsOfStage): boolean =>
  email.events === undefined && dropper.domains.length === 0 && Object.keys(channels).length === 0;

function routesOf({ email, dropper, channels }: NoticeSettingsOfStage): NoticeRoutes {
  return {
    emailEvents: email.events,
    ...(dropper.domains.length > 0 && { dropper }),
    channels: Object.entries(channels).map(([name, channel]) =>
      isTopic(channel)
        ? { kind: channel.kind, name, topicArn: channel.topic, events: channel.events }
        : {
            kind: channel.kind,
            name,
            secretArn: channel.secret,
            hosts: channel.hosts,
            events: channel.events,
          },
    ),
  };
}
