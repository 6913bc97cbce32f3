import { Duration } from 'aws-cdk-lib';
import { ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { PrivateBucket } from './private-bucket.ts';

type AuditEnv = { readonly AUDIT_BUCKET: string };

export interface Lock {
  /** `governance`: who has a permission of its own for that may lift it; `compliance`: nobody, ever, before its time. */
  readonly mode: 'governance' | 'compliance';
  readonly years: number;
}

/** The seals of the history. Object lock keeps each of them as it is; no grant deletes, lifts a lock, or reads for whoever writes more. */
export class AuditBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { accessLogs, lock }: { readonly accessLogs: AccessLogs; readonly lock: Lock },
  ) {
    super(scope, id, {
      accessLogs,
      lifecycle: [],
      lock: ObjectLockRetention[lock.mode](Duration.days(lock.years * 365)),
    });
  }

  grantRead(): Grant<AuditEnv> {
    return this.#grant(['s3:GetObject']);
  }

  /** A bucket with versions keeps the locked one below whatever is put over it. */
  grantSeal(): Grant<AuditEnv> {
    return this.#grant(['s3:GetObject', 's3:PutObject']);
  }

  #grant(actions: readonly string[]): Grant<AuditEnv> {
    return {
      env: { AUDIT_BUCKET: this.bucket.bucketName },
      allow: (role) => {
        for (const prefix of ['seals/', 'heads/']) this.allow(role, { prefix, actions });
        this.allowList(role);
      },
    };
  }
}
