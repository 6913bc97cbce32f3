import { Duration } from 'aws-cdk-lib';
import { ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { PrivateBucket } from './private-bucket.ts';

type AuditEnv = { readonly AUDIT_BUCKET: string };

export interface Lock {
  /** `governance`: people with a special permission may lift it. `compliance`: no one may before its time. */
  readonly mode: 'governance' | 'compliance';
  readonly years: number;
}

/** The seals of the history, or the audit log of the service, under object lock. No grant deletes an object or lifts a lock. */
export class AuditBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { accessLogs, lock }: { readonly accessLogs: AccessLogs; readonly lock: Lock },
  ) {
    super(scope, id, {
      accessLogs,
      lifecycle: [{}],
      lock: ObjectLockRetention[lock.mode](Duration.days(lock.years * 365)),
    });
  }

  grantRead(): Grant<AuditEnv> {
    return this.#grant('s3:GetObject');
  }

  /** The bucket has versions: a new object never replaces a locked version. */
  grantSeal(): Grant<AuditEnv> {
    return this.#grant('s3:GetObject', 's3:PutObject');
  }

  /** Appends to the audit log of the service, and lists all of its versions. */
  grantPanelLog(): Grant<AuditEnv> {
    return this.grantVersions(this.#env(), ['panel/']);
  }

  /** Appends to it, and lists nothing. */
  grantAppend(): Grant<AuditEnv> {
    return this.grant(this.#env(), { prefix: 'panel/', actions: ['s3:GetObject', 's3:PutObject'] });
  }

  #env(): AuditEnv {
    return { AUDIT_BUCKET: this.bucket.bucketName };
  }

  #grant(...actions: string[]): Grant<AuditEnv> {
    const prefixes = ['seals/', 'heads/'].map((prefix) => ({ prefix, actions }));
    return this.grant(this.#env(), ...prefixes);
  }
}
