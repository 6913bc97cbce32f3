import { Duration } from 'aws-cdk-lib';
import { stageAround } from '../stack/sluice-stack.ts';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { PrivateBucket } from './private-bucket.ts';

/** The access logs of a stack's other buckets: who requested which object, and when. */
export class AccessLogs extends PrivateBucket {
  constructor(scope: Construct, id: string, { keep }: { readonly keep: Duration }) {
    const existing = stageAround(scope).buckets.accessLogs;
    super(scope, id, { existing, lifecycle: [{ expiration: keep }], keepReplaced: Duration.days(1) });
    acknowledge(this, {
      'AwsSolutions-S1': 'A bucket that logs access to itself would log every log, without end.',
    });
  }
}
