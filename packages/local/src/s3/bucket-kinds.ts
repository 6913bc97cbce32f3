import { unsupported } from '../templates/unsupported.ts';
import { z } from 'zod';
import { bucketName } from '../machine/names.ts';
import { shortHash } from '../short-hash.ts';
import type { ResourceKind } from '../machine/resource-kind.ts';
import { region, urlSuffix } from '../templates/pseudo-parameters.ts';
import type { Lock } from './store/object-store.ts';
import type { Notification } from './store/journal.ts';

const filterSchema = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
/** In `AWS::S3::Bucket` one event and `S3Key`; in what CDK's custom resource is given several, and `Key`. */
const inlineSchema = z.object({
  Event: z.string(),
  Queue: z.string(),
  Filter: z.object({ S3Key: z.object({ Rules: filterSchema }) }).optional(),
});
const customSchema = z.object({
  Events: z.array(z.string()),
  QueueArn: z.string(),
  Filter: z.object({ Key: z.object({ FilterRules: filterSchema }) }).optional(),
});
const onlyQueues = unsupported('only queues are told of changes here');

const bucketSchema = z.object({
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
  ObjectLockEnabled: z.boolean().default(false),
  ObjectLockConfiguration: z
    .object({
      Rule: z.object({ DefaultRetention: z.object({ Mode: z.string(), Days: z.number() }) }).optional(),
    })
    .optional(),
  NotificationConfiguration: z
    .object({
      QueueConfigurations: z.array(inlineSchema).default([]),
      LambdaConfigurations: onlyQueues,
      TopicConfigurations: onlyQueues,
      EventBridgeConfiguration: onlyQueues,
    })
    .optional(),
});

/** `AWS::S3::Bucket` */
export const bucketKind: ResourceKind = {
  identify: (resource) => {
    const name = bucketName(resource);
    const domain = `${name}.s3.${urlSuffix}`;
    const regional = `${name}.s3.${region}.${urlSuffix}`;
    return {
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: regional },
    };
  },
  create: (resource, { s3 }) => {
    const { VersioningConfiguration, NotificationConfiguration, ...locking } = resource.parse(bucketSchema);
    s3.declareBucket(bucketName(resource), VersioningConfiguration?.Status === 'Enabled', lockOf(locking));
    if (NotificationConfiguration === undefined) return;
    const notifications = NotificationConfiguration.QueueConfigurations.map(({ Event, Queue, Filter }) =>
      notificationOf({ events: [Event], queueArn: Queue, rules: Filter?.S3Key.Rules ?? [] }),
    );
    s3.setNotifications(bucketName(resource), notifications);
  },
};

type Locking = Pick<z.infer<typeof bucketSchema>, 'ObjectLockEnabled' | 'ObjectLockConfiguration'>;

function lockOf({ ObjectLockEnabled, ObjectLockConfiguration }: Locking): Lock | undefined {
  if (!ObjectLockEnabled) return undefined;
  const rule = ObjectLockConfiguration?.Rule?.DefaultRetention;
  return { ...(rule && { retention: { mode: rule.Mode, days: rule.Days } }) };
}

const notificationsSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    QueueConfigurations: z.array(customSchema).default([]),
    LambdaFunctionConfigurations: onlyQueues,
    TopicConfigurations: onlyQueues,
    EventBridgeConfiguration: onlyQueues,
  }),
});

/** `Custom::S3BucketNotifications`: how CDK sets notifications of a bucket. */
export const bucketNotificationsKind: ResourceKind = {
  identify: (resource) => ({ ref: shortHash(resource.place, 12), attributes: {} }),
  create: (resource, { s3 }) => {
    const { BucketName, NotificationConfiguration } = resource.parse(notificationsSchema);
    const notifications = NotificationConfiguration.QueueConfigurations.map(({ Events, QueueArn, Filter }) =>
      notificationOf({ events: Events, queueArn: QueueArn, rules: Filter?.Key.FilterRules ?? [] }),
    );
    s3.setNotifications(BucketName, notifications);
  },
};

interface Rules {
  readonly events: string[];
  readonly queueArn: string;
  readonly rules: readonly { Name: string; Value: string }[];
}

function notificationOf({ events, queueArn, rules }: Rules): Notification {
  const value = (name: string): string => rules.find((rule) => rule.Name.toLowerCase() === name)?.Value ?? '';
  const id = shortHash(JSON.stringify([events, queueArn, rules]), 16);
  return { id, events, queueArn, prefix: value('prefix'), suffix: value('suffix') };
}
