import { signUploadEnv } from '@sluice/functions/sign-upload/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { ConsoleTable } from './console-table.ts';
import type { DropBucket } from './drop-bucket.ts';
import { setting, together, type Grant } from './grant.ts';
import { ServiceFunction } from './service-function.ts';

export interface UploadingProps {
  readonly drops: DropBucket;
  readonly items: ConsoleTable;
}

/** People drop files in the console: it signs their uploads, and so says who they are. No other function may write a drop. */
export class Uploading extends Construct {
  readonly signUpload: ServiceFunction;

  constructor(scope: Construct, id: string, { drops, items }: UploadingProps) {
    super(scope, id);
    this.signUpload = new ServiceFunction(this, 'SignUpload', {
      folder: 'sign-upload',
      env: signUploadEnv,
      given: together(drops.grantUpload(), items.grant('upload')),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact: 'Nobody can drop a file in the console; drops by the command line and in S3 continue.',
    });
  }

  /** By this id, S3's events tell the uploads that it signed from all others. */
  roleId(): Grant<{ readonly UPLOADER_ROLE_ID: string }> {
    return setting({ UPLOADER_ROLE_ID: this.signUpload.role.roleId });
  }
}
