import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import type { Stage } from '../settings/settings.ts';
import { lifecycleOf } from '../settings/retention.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { PrivateBucket } from './private-bucket.ts';

type FilesEnv = { readonly FILES_BUCKET: string };

const runs = 'runs/';

/** What the flow writes: the batches, problems and outcomes of a run, and its result sheet. */
export class FilesBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { accessLogs, keep }: { readonly accessLogs: AccessLogs; readonly keep: Stage['keep'] },
  ) {
    super(scope, id, {
      existing: stageAround(scope).buckets.files,
      accessLogs,
      lifecycle: lifecycleOf('files', keep.days),
      keepReplaced: Duration.days(keep.replaced),
    });
  }

  /** Rewrites objects, and removes their versions for good. */
  grantErase(): Grant<FilesEnv> {
    return this.grantVersions({ FILES_BUCKET: this.bucket.bucketName }, [runs], 's3:DeleteObjectVersion');
  }

  /**
   * Reads what links in mails open, and what is stored of the links. It cannot list, so that it finds neither by itself.
   */
  grantOpenLinks(): Grant<FilesEnv> {
    return {
      env: { FILES_BUCKET: this.bucket.bucketName },
      allow: (role) => {
        for (const prefix of [`${runs}*/links/`, `${runs}*/results/`])
          this.allow(role, { prefix, actions: ['s3:GetObject'] });
      },
    };
  }

  /** Which row of a sheet each record is from. */
  grantReadOutcomes(): Grant<FilesEnv> {
    return this.grant(
      { FILES_BUCKET: this.bucket.bucketName },
      { prefix: `${runs}*/outcomes/`, actions: ['s3:GetObject'] },
    );
  }

  /** Reads what a run has. */
  grantRead(): Grant<FilesEnv> {
    return this.#grant('s3:GetObject');
  }

  grantReadWrite(): Grant<FilesEnv> {
    return this.#grant('s3:GetObject', 's3:PutObject');
  }

  /** Also writes files of any size, in parts. */
  grantUpload(): Grant<FilesEnv> {
    return this.#grant('s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload');
  }

  #grant(...actions: string[]): Grant<FilesEnv> {
    return this.grant({ FILES_BUCKET: this.bucket.bucketName }, { prefix: runs, actions });
  }
}
