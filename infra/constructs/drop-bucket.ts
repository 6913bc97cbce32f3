import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, logicalIdOf } from './acknowledge.ts';
import type { AccessLogs } from './access-logs.ts';
import { notificationRequest, notificationsOf, type Announcement } from './announcements.ts';
import type { Grant } from './grant.ts';
import { lifecycleOf, type KeptDays } from '../settings/retention.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { allowUse } from './encryption.ts';
import { corsRequest, PrivateBucket, type ExistingBucket } from './private-bucket.ts';
import type { WorkQueue } from './work-queue.ts';

type DropEnv = { readonly DROP_BUCKET: string };

const inbox = 'inbox/';
const profiles = 'profiles/';
/** Definitions right below it, and the files that they import in folders there, unless the stage names other places. */
const migrations = 'migrations/';

const uploads = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
const profileActions = ['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject'];
const listActions = ['s3:ListBucket', 's3:ListBucketVersions'];

/** Who may do what here: in another account, the policy of the bucket has to say the same. */
const rolesByUse = () => ({
  reading: new Set<Role>(),
  erasing: new Set<Role>(),
  uploading: new Set<Role>(),
  profiles: new Set<Role>(),
});

const anyVersion = ['s3:GetObject', 's3:GetObjectVersion'];

/** The characters that CloudFormation adds to a name. It shortens the rest when the whole is too long for a bucket. */
const randomEnd = 13;
const longestBucketName = 63;

export interface DropBucketProps {
  readonly accessLogs: AccessLogs;
  readonly keep: KeptDays;
  /** Where else migrations may read. */
  readonly sources: readonly Source[];
  /** ARNs of keys by which their objects, and ours, may be encrypted. */
  readonly kmsKeys: readonly string[];
}

/** A place in a bucket that is not ours. */
export interface Source {
  readonly bucket: string;
  readonly prefix: string;
}

/**
 * Where people drop spreadsheets (`inbox/`), and keep the settings of folders (`profiles/`) and migrations (`migrations/`).
 * Only the console writes here, for people: one function signs their uploads, another saves profiles.
 */
export class DropBucket extends PrivateBucket {
  /** The bucket of somebody else, who has to let it announce drops, and us read them. */
  readonly existing: ExistingBucket | undefined;
  readonly #roles = rolesByUse();
  #announced: readonly Announcement[] = [];
  readonly #sources: readonly Source[];
  readonly #kmsKeys: readonly string[];

  constructor(scope: Construct, id: string, { sources, kmsKeys, ...props }: DropBucketProps) {
    const existing = stageAround(scope).buckets.drops;
    super(scope, id, {
      existing,
      accessLogs: props.accessLogs,
      lifecycle: lifecycleOf('drops', props.keep),
      // A replaced drop is still the source of its own run.
      keepReplaced: Duration.days(props.keep.drops),
    });
    this.existing = existing;
    this.#sources = sources;
    this.#kmsKeys = kmsKeys;
  }

  /** Notifies one queue of each object version that lands in the inbox, and another of each upload of settings and files of migrations. */
  announce(to: { readonly drops: WorkQueue; readonly migrations: WorkQueue }): void {
    for (const queue of [to.drops, to.migrations]) this.#mayAnnounceTo(queue);
    const { queueArn } = to.migrations.queue;
    this.#announced = [
      { event: 's3:ObjectCreated:*', queueArn: to.drops.queue.queueArn, prefix: inbox },
      { event: 's3:ObjectCreated:*', queueArn, prefix: migrations },
      { event: 's3:ObjectCreated:*', queueArn, prefix: profiles },
      { event: 's3:ObjectRemoved:*', queueArn, prefix: migrations, suffix: '.json' },
    ];
    if (this.resource) this.resource.notificationConfiguration = notificationsOf(this.#announced);
  }

  #mayAnnounceTo({ queue }: WorkQueue): void {
    const mayAnnounce = queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.existing?.account ?? Aws.ACCOUNT_ID },
          ArnLike: { 'aws:SourceArn': this.existing ? this.bucket.bucketArn : this.#arnOfItsName() },
        },
      }),
    );
    if (mayAnnounce.policyDependable) this.resource?.node.addDependency(mayAnnounce.policyDependable);
  }

  /**
   * CloudFormation names the bucket after its stack and its logical id, in lower case, with a random end. Its own ARN would be a
   * circle: S3 tests the queue while the bucket is created, so the bucket would wait for itself.
   */
  #arnOfItsName(): string {
    const { stackName } = Stack.of(this);
    const start = `${stackName}-${logicalIdOf(this.bucket)}-`.toLowerCase();
    if (start.length + randomEnd > longestBucketName)
      throw new Error(
        `${stackName}: CloudFormation would shorten ${start}… Choose a shorter name of the stack.`,
      );
    return Stack.of(this).formatArn({ service: 's3', region: '', account: '', resource: `${start}*` });
  }

  /** Reads drops in any of their versions, and profiles. */
  grantRead(): Grant<DropEnv> {
    const versions = this.grantReadVersions();
    return {
      ...versions,
      allow: (role) => {
        versions.allow(role);
        this.allow(role, { prefix: profiles, actions: [...anyVersion] });
      },
    };
  }

  /** Reads only the versions of drops that runs name. */
  grantReadVersions(): Grant<DropEnv> {
    return this.#grantRead(['s3:GetObjectVersion'], inbox, migrations);
  }

  /** Signs uploads of drops, also in parts. What else is in the bucket stays out of reach. */
  grantUpload(): Grant<DropEnv> {
    return this.#grantTo('uploading', (role) => this.allow(role, { prefix: inbox, actions: uploads }));
  }

  /** Lists, reads and saves profiles. */
  grantProfiles(): Grant<DropEnv> {
    return this.#grantTo('profiles', (role) => {
      this.allow(role, { prefix: profiles, actions: profileActions });
      const conditions = { StringLike: { 's3:prefix': `${profiles}*` } };
      const resources = [this.bucket.bucketArn];
      role.addToPolicy(new PolicyStatement({ actions: listActions, resources, conditions }));
      this.#allowDecrypting(role);
    });
  }

  /** Reads the definitions of migrations, and what they import from here. */
  grantReadMigrations(): Grant<DropEnv> {
    return this.#grantRead(['s3:GetObject'], migrations);
  }

  /** The same, in the version that a start of a migration names. */
  grantReadDefinitions(): Grant<DropEnv> {
    return this.#grantRead([...anyVersion], migrations);
  }

  /** The same, and the versions of profiles. */
  grantReadUploads(): Grant<DropEnv> {
    const definitions = this.grantReadDefinitions();
    return {
      ...definitions,
      allow: (role) => {
        definitions.allow(role);
        this.allow(role, { prefix: profiles, actions: ['s3:GetObjectVersion'] });
      },
    };
  }

  /** Lists versions without reading them. */
  grantListVersions(): Grant<DropEnv> {
    return this.#grant((role) => this.allowList(role, listActions));
  }

  /** Lists and reads all versions, and removes those of drops for good. */
  grantErase(): Grant<DropEnv> {
    const reading = this.#grantRead(['s3:GetObjectVersion'], inbox, migrations, profiles);
    return {
      ...reading,
      allow: (role) => {
        reading.allow(role);
        this.#roles.erasing.add(role);
        this.allow(role, { prefix: inbox, actions: ['s3:DeleteObjectVersion'] });
        this.allowList(role, ['s3:ListBucketVersions']);
      },
    };
  }

  #grantRead(actions: readonly string[], ...prefixes: string[]): Grant<DropEnv> {
    return this.#grant((role) => {
      for (const prefix of prefixes) this.allow(role, { prefix, actions: [...actions] });
      // Other buckets may keep no versions.
      this.#allowSources(role, [...anyVersion]);
      this.#allowDecrypting(role);
      this.allowList(role);
    });
  }

  #allowSources(role: Role, actions: string[]): void {
    for (const { bucket, prefix } of this.#sources) {
      const arn = Stack.of(this).formatArn({ service: 's3', region: '', account: '', resource: bucket });
      role.addToPolicy(new PolicyStatement({ actions, resources: [`${arn}/${prefix}*`] }));
      const conditions = { StringLike: { 's3:prefix': `${prefix}*` } };
      role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [arn], conditions }));
      acknowledge(role, {
        [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/${prefix}*]`]:
          'A source of migrations that the stage names; the keys of its objects are known only when they are read.',
      });
    }
  }

  /** Only when S3 asks for it, to answer a request for an object that the role may read. */
  #allowDecrypting(role: Role): void {
    if (this.#kmsKeys.length === 0) return;
    allowUse(role, { service: 's3', actions: ['Decrypt'], keys: this.#kmsKeys });
  }

  #grant(allow: Grant['allow']): Grant<DropEnv> {
    return this.#grantTo('reading', allow);
  }

  #grantTo(use: keyof ReturnType<typeof rolesByUse>, allow: Grant['allow']): Grant<DropEnv> {
    return {
      env: { DROP_BUCKET: this.bucket.bucketName },
      allow: (role) => {
        this.#roles[use].add(role);
        allow(role);
      },
    };
  }

  /** What the owner of an existing bucket has to set, as JSON, by the name of its output; nothing if it is ours. */
  forItsOwner(): Record<string, string> {
    if (!this.existing) return {};
    const json = (value: object) => Stack.of(this).toJsonString(value);
    return {
      DropBucketNotifications: json(notificationRequest(this.#announced)),
      ...(stageAround(this).console && { DropBucketCors: json(corsRequest) }),
      ...(this.existing.account !== undefined && { DropBucketPolicy: json(this.#policyOfItsAccount()) }),
    };
  }

  /** In another account, the policies of our roles do not suffice. */
  #policyOfItsAccount(): object {
    const below = (...prefixes: string[]) =>
      prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}*`));
    const statement = (roles: ReadonlySet<Role>, Action: readonly string[], Resource: readonly string[]) => ({
      Effect: 'Allow',
      Principal: { AWS: Stack.of(this).formatArn({ service: 'iam', region: '', resource: 'root' }) },
      Action,
      Resource,
      Condition: { ArnEquals: { 'aws:PrincipalArn': [...roles].map(({ roleArn }) => roleArn) } },
    });
    const { reading, erasing, uploading, profiles: keeping } = this.#roles;
    return {
      Version: '2012-10-17',
      Statement: [
        statement(reading, listActions, [this.bucket.bucketArn]),
        statement(reading, anyVersion, below(inbox, profiles, migrations)),
        statement(erasing, ['s3:DeleteObjectVersion'], below(inbox)),
        ...(uploading.size > 0 ? [statement(uploading, uploads, below(inbox))] : []),
        ...(keeping.size > 0
          ? [
              statement(keeping, listActions, [this.bucket.bucketArn]),
              statement(keeping, profileActions, below(profiles)),
            ]
          : []),
      ],
    };
  }
}
