import type { CfnBucket } from 'aws-cdk-lib/aws-s3';

/** Events of objects below a prefix, of which a bucket notifies a queue. */
export interface Announcement {
  readonly event: string;
  readonly queueArn: string;
  readonly prefix: string;
  readonly suffix?: string;
}

/** As the resource of a bucket has them. */
export const notificationsOf = (
  announcements: readonly Announcement[],
): CfnBucket.NotificationConfigurationProperty => ({
  queueConfigurations: announcements.map(({ event, queueArn: queue, ...place }) => ({
    event,
    queue,
    filter: { s3Key: { rules: filtersOf(place).map(([name, value]) => ({ name, value })) } },
  })),
});

/** As `aws s3api put-bucket-notification-configuration` takes them. */
export const notificationRequest = (announcements: readonly Announcement[]) => ({
  QueueConfigurations: announcements.map(({ event, queueArn: QueueArn, ...place }) => ({
    QueueArn,
    Events: [event],
    Filter: { Key: { FilterRules: filtersOf(place).map(([Name, Value]) => ({ Name, Value })) } },
  })),
});

const filtersOf = ({ prefix, suffix }: Pick<Announcement, 'prefix' | 'suffix'>) => [
  ['prefix', prefix] as const,
  ...(suffix === undefined ? [] : [['suffix', suffix] as const]),
];
