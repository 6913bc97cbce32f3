import { Aws, type Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { PrivateBucket } from './private-bucket.ts';
import type { WorkQueue } from './work-queue.ts';

type DropEnv = { readonly DROP_BUCKET: string };

const inbox = 'inbox/';
const profiles = 'profiles/';

/**
 * Where people drop spreadsheets (`inbox/`) and keep the settings of folders (`profiles/`). Nothing of ours can write
 * here: there is no grant for it.
 */
export class DropBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly accessLogs: AccessLogs; readonly keepDrops: Duration },
  ) {
    super(scope, id, {
      accessLogs: props.accessLogs,
      lifecycle: [{ prefix: inbox, expiration: props.keepDrops }],
      // A replaced drop is still the source of its own run.
      keepReplaced: props.keepDrops,
    });
  }

  /** Puts a message into the queue for each object version that lands in the inbox. */
  announceTo({ queue }: WorkQueue): void {
    const mayAnnounce = queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // Not the bucket's ARN: S3 tries the queue when it makes the bucket, which would then wait for itself.
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    this.resource.notificationConfiguration = {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: inbox }] } },
        },
      ],
    };
    if (mayAnnounce.policyDependable) this.resource.node.addDependency(mayAnnounce.policyDependable);
  }

  /** Reads drops in any of their versions, and profiles. */
  grantRead(): Grant<DropEnv> {
    const actions = ['s3:GetObject', 's3:GetObjectVersion'];
    return this.#grant((role) => {
      this.allow(role, { prefix: inbox, actions });
      this.allow(role, { prefix: profiles, actions });
      this.allowList(role);
    });
  }

  /** Sees which versions there are, but not what is in them. */
  grantListVersions(): Grant<DropEnv> {
    return this.#grant((role) => this.allowList(role, ['s3:ListBucket', 's3:ListBucketVersions']));
  }

  #grant(allow: Grant['allow']): Grant<DropEnv> {
    return { env: { DROP_BUCKET: this.bucket.bucketName }, allow };
  }
}
