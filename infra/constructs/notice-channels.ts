import type { NoticeRoutes } from '@sluice/functions/notice-routes';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { NoticeSettingsOfStage } from '../settings-notices.ts';
import { allowKey } from './encryption.ts';
import { permission, together, setting, type Grant } from './grant.ts';

/** Sends notices through the channels of the settings. Without any setting, there is no variable. */
export function grantChannels(
  notices: NoticeSettingsOfStage,
): Grant<{ readonly NOTICE_ROUTES: string | undefined }> {
  const channels = Object.entries(notices.channels);
  const secrets = channels.flatMap(([, channel]) => (channel.kind === 'topic' ? [] : [channel.secret]));
  const topics = channels.flatMap(([, channel]) => (channel.kind === 'topic' ? [channel.topic] : []));
  return together(
    setting({ NOTICE_ROUTES: isByDefault(notices) ? undefined : JSON.stringify(routesOf(notices)) }),
    ...(secrets.length === 0
      ? []
      : [permission({}, ['secretsmanager:GetSecretValue'], ...secrets), keyOfSecrets]),
    ...(topics.length === 0 ? [] : [permission({}, ['sns:Publish'], ...topics)]),
  );
}

const keyOfSecrets: Grant = { env: {}, allow: (role: Role) => allowKey('secrets', role) };

const isByDefault = ({ email, dropper, channels }: NoticeSettingsOfStage): boolean =>
  email.events === undefined && dropper.domains.length === 0 && Object.keys(channels).length === 0;

function routesOf({ email, dropper, channels }: NoticeSettingsOfStage): NoticeRoutes {
  return {
    emailEvents: email.events,
    ...(dropper.domains.length > 0 && { dropper }),
    channels: Object.entries(channels).map(([name, channel]) =>
      channel.kind === 'topic'
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
