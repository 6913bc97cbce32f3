import { unsupported } from '../templates/unsupported.ts';
import * as z from 'zod';
import { bucketName } from '../base/names.ts';
import { shortHash } from '../base/short-hash.ts';
import type { Authority } from '../iam/authority.ts';
import { LocalError } from '../base/local-error.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { accountId, region, urlSuffix } from '../base/pseudo-parameters.ts';
import type { Lock } from '../s3/store/object-store.ts';
import type { Notification } from '../s3/store/journal.ts';

const queueSchema = z.object({
  Event: z.string(),
  Queue: z.string(),
  Filter: z
    .object({ S3Key: z.object({ Rules: z.array(z.object({ Name: z.string(), Value: z.string() })) }) })
    .optional(),
});
const onlyQueues = unsupported('only queues are notified here');

const corsSchema = z.object({
  CorsRules: z.array(
    z
      .object({
        AllowedOrigins: z.array(z.string()),
        AllowedMethods: z.array(z.string()),
        AllowedHeaders: z.array(z.string()).default([]),
        ExposedHeaders: z.array(z.string()).default([]),
        MaxAge: z.number().optional(),
      })
      .transform((rule) => ({
        origins: rule.AllowedOrigins,
        methods: rule.AllowedMethods,
        headers: rule.AllowedHeaders,
        exposed: rule.ExposedHeaders,
        maxAgeSeconds: rule.MaxAge,
      })),
  ),
});

const bucketSchema = z.object({
  CorsConfiguration: corsSchema.default({ CorsRules: [] }),
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
  ObjectLockEnabled: z.boolean().default(false),
  ObjectLockConfiguration: z
    .object({
      Rule: z.object({ DefaultRetention: z.object({ Mode: z.string(), Days: z.number() }) }).optional(),
    })
    .optional(),
  NotificationConfiguration: z
    .object({
      QueueConfigurations: z.array(queueSchema).default([]),
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
  create: (resource, { s3, authority, whenReady }) => {
    const { CorsConfiguration, VersioningConfiguration, NotificationConfiguration, ...locking } =
      resource.parse(bucketSchema);
    s3.declareBucket(bucketName(resource), VersioningConfiguration?.Status === 'Enabled', lockOf(locking));
    s3.setCors(bucketName(resource), CorsConfiguration.CorsRules);
    if (NotificationConfiguration === undefined) return;
    const notifications = NotificationConfiguration.QueueConfigurations.map(notificationOf);
    s3.setNotifications(bucketName(resource), notifications);
    whenReady(() => {
      for (const { queueArn } of notifications) refuseUnlessAllowed(resource, queueArn, authority);
    });
  },
};

/** S3 refuses notifications to a queue whose policy does not let it send. */
function refuseUnlessAllowed(resource: Resource, queueArn: string, authority: Authority): void {
  const context = {
    'aws:SourceArn': [`arn:aws:s3:::${bucketName(resource)}`],
    'aws:SourceAccount': [accountId],
  };
  const access = { action: 'sqs:SendMessage', resource: queueArn, context };
  const refused = authority.refusalOfService('s3.amazonaws.com', access);
  if (refused === undefined) return;
  const why = `Unable to validate the following destination configurations: ${refused}`;
  throw new LocalError('template_invalid', `${resource.place}: ${why}`);
}

type Locking = Pick<z.infer<typeof bucketSchema>, 'ObjectLockEnabled' | 'ObjectLockConfiguration'>;

function lockOf({ ObjectLockEnabled, ObjectLockConfiguration }: Locking): Lock | undefined {
  if (!ObjectLockEnabled) return undefined;
  const rule = ObjectLockConfiguration?.Rule?.DefaultRetention;
  return { ...(rule && { retention: { mode: rule.Mode, days: rule.Days } }) };
}

function notificationOf({ Event, Queue, Filter }: z.infer<typeof queueSchema>): Notification {
  const rules = Filter?.S3Key.Rules ?? [];
  const value = (name: string): string => rules.find((rule) => rule.Name.toLowerCase() === name)?.Value ?? '';
  const id = shortHash(JSON.stringify([Event, Queue, rules]), 16);
  return { id, events: [Event], queueArn: Queue, prefix: value('prefix'), suffix: value('suffix') };
}
