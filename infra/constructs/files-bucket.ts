import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { PrivateBucket } from './private-bucket.ts';

type FilesEnv = { readonly FILES_BUCKET: string };

const runs = 'runs/';

/** What the flow writes: the batches, problems and outcomes of a run, and its result sheet. */
export class FilesBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly accessLogs: AccessLogs; readonly keepRuns: Duration },
  ) {
    super(scope, id, {
      accessLogs: props.accessLogs,
      lifecycle: [{ prefix: runs, expiration: props.keepRuns }],
      keepReplaced: Duration.days(30),
    });
  }

  grantReadWrite(): Grant<FilesEnv> {
    const actions = ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'];
    return this.grant({ FILES_BUCKET: this.bucket.bucketName }, { prefix: runs, actions });
  }
}
