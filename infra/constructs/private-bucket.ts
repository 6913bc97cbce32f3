import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  ObjectOwnership,
  type IBucket,
  type ObjectLockRetention,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge, arnInFindings } from './acknowledge.ts';
import { allowKey, keyFor } from './encryption.ts';
import type { Grant } from './grant.ts';

export interface PrivateBucketProps {
  /** Logs each request to this bucket; absent only for the bucket of these logs. */
  readonly accessLogs?: PrivateBucket;
  /** Rules for different objects: S3 takes the shortest time of rules that overlap, or refuses them. */
  readonly lifecycle: readonly LifecycleRule[];
  /** How long a replaced or deleted version is kept; for ever by default. */
  readonly keepReplaced?: Duration;
  /** No key of ours encrypts it. */
  readonly isPublicKnowledge?: boolean;
  /** How long no one may delete or change a version of an object, whatever their permissions. */
  readonly lock?: ObjectLockRetention;
  /** A bucket that exists already, in the place of one of ours. Nothing of it changes. */
  readonly existing?: ExistingBucket | undefined;
}

export interface ExistingBucket {
  readonly name: string;
  /** Its owner, if that is another account. */
  readonly account?: string | undefined;
}

/** For pages of the console, which upload and read ranges. */
export const corsRules = [
  {
    allowedOrigins: ['*'],
    allowedMethods: ['GET', 'PUT'],
    allowedHeaders: ['*'],
    exposedHeaders: ['Accept-Ranges', 'Content-Range', 'ETag', 'x-amz-version-id', 'x-amz-checksum-sha256'],
    maxAge: 3600,
  },
];

/** The same as S3 takes it, for the owner of a bucket that is not ours. */
export const corsRequest = {
  CORSRules: corsRules.map((rule) => ({
    AllowedOrigins: rule.allowedOrigins,
    AllowedMethods: rule.allowedMethods,
    AllowedHeaders: rule.allowedHeaders,
    ExposeHeaders: rule.exposedHeaders,
    MaxAgeSeconds: rule.maxAge,
  })),
};

export interface PrefixGrant {
  /** With the slash at its end. */
  readonly prefix: string;
  readonly actions: readonly string[];
}

/** Versioned, encrypted, TLS only, closed to the public, and kept when the stack is deleted, but not when its creation fails. */
export class PrivateBucket extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id);
    const { name: bucketName, account } = props.existing ?? {};
    this.bucket =
      bucketName === undefined
        ? this.#create(id, props)
        : Bucket.fromBucketAttributes(this, 'Bucket', { bucketName, ...(account && { account }) });
  }

  #create(id: string, props: PrivateBucketProps): Bucket {
    // S3 does not deliver access logs to a bucket with a key of ours.
    const encryptionKey =
      props.accessLogs && props.isPublicKnowledge !== true ? keyFor('buckets', this) : undefined;
    return new Bucket(this, 'Bucket', {
      versioned: true,
      ...(encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: props.lifecycle.map((rule) => ({
        ...rule,
        abortIncompleteMultipartUploadAfter: Duration.days(7),
        ...(props.keepReplaced && { noncurrentVersionExpiration: props.keepReplaced }),
        // A rule by which objects expire removes their last delete markers too.
        ...(props.keepReplaced && !rule.expiration && { expiredObjectDeleteMarker: true }),
      })),
      ...(props.lock && { objectLockEnabled: true, objectLockDefaultRetention: props.lock }),
      ...(props.accessLogs && {
        serverAccessLogsBucket: props.accessLogs.bucket,
        serverAccessLogsPrefix: `${this.#placeIn(props.accessLogs)}${id.toLowerCase()}/`,
      }),
    });
  }

  /** A bucket that is not ours may have the access logs of several stacks. */
  #placeIn(accessLogs: PrivateBucket): string {
    return accessLogs.resource ? '' : `${Stack.of(this).stackName}/`;
  }

  /** Of the bucket, if it is ours. */
  get resource(): CfnBucket | undefined {
    const resource = this.bucket.node.defaultChild;
    return resource instanceof CfnBucket ? resource : undefined;
  }

  /**
   * Lets pages use presigned addresses. The distribution's own address would be a circle, and a signature is needed anyway.
   * The owner of a bucket that is not ours sets the same.
   */
  openToPages(): void {
    if (!this.resource) return;
    this.resource.corsConfiguration = { corsRules: [...corsRules] };
  }

  /** Lets a role act on the objects below a prefix, and on no others. */
  allow(role: Role, { prefix, actions }: PrefixGrant): void {
    role.addToPolicy(
      new PolicyStatement({ actions: [...actions], resources: [this.bucket.arnForObjects(`${prefix}*`)] }),
    );
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(this.bucket)}/${prefix}*]`]:
        'The keys of objects are known only when they are written; the prefix is as narrow as that allows.',
    });
    allowKey('buckets', role);
  }

  /** These actions on the objects below each prefix. */
  grant<Env extends object>(env: Env, ...prefixes: readonly PrefixGrant[]): Grant<Env> {
    return {
      env,
      allow: (role) => {
        for (const prefix of prefixes) this.allow(role, prefix);
        this.allowList(role);
      },
    };
  }

  /** Rewrites the objects below each prefix, and reads all of their versions. `more` may remove versions. */
  protected grantVersions<Env extends object>(
    env: Env,
    prefixes: readonly string[],
    ...more: readonly string[]
  ): Grant<Env> {
    const actions = ['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject', ...more];
    return {
      env,
      allow: (role) => {
        for (const prefix of prefixes) this.allow(role, { prefix, actions });
        this.allowList(role, ['s3:ListBucket', 's3:ListBucketVersions']);
      },
    };
  }

  /** Without this permission S3 answers "refused" for a missing object. */
  allowList(role: Role, actions: readonly string[] = ['s3:ListBucket']): void {
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [this.bucket.bucketArn] }));
  }
}
