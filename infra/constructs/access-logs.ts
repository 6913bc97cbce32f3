import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { PrivateBucket } from './private-bucket.ts';

/** Who asked for which object, and when: the access logs of a stack's other buckets. */
export class AccessLogs extends PrivateBucket {
  constructor(scope: Construct, id: string, { keep }: { readonly keep: Duration }) {
    super(scope, id, { lifecycle: [{ expiration: keep }], keepReplaced: Duration.days(30) });
    acknowledge(this, {
      'AwsSolutions-S1': 'A bucket that logs the access to itself writes a log of each log, without end.',
    });
  }
}
