import { packedFolders } from '@sluice/functions/packed-variable';
import { signUploadEnv } from '@sluice/functions/sign-upload/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ConsoleTable } from './console-table.ts';
import type { DropBucket } from './drop-bucket.ts';
import { setting, together, type Grant } from './grant.ts';
import { ServiceFunction } from './service-function.ts';
import { stageAround } from '../stack/sluice-stack.ts';

export interface UploadingProps {
  readonly drops: DropBucket;
}

/** People drop files in the console: it signs their uploads, and so says who they are. No other function may write a drop. */
export class Uploading extends Construct {
  /** Where it keeps who uploads what. The sessions of the console are there too. */
  readonly items: ConsoleTable;
  readonly signUpload: ServiceFunction;

  constructor(scope: Construct, id: string, { drops }: UploadingProps) {
    super(scope, id);
    this.items = new ConsoleTable(this, 'ConsoleItems');
    this.signUpload = new ServiceFunction(this, 'SignUpload', {
      folder: 'sign-upload',
      env: signUploadEnv,
      given: together(
        drops.grantUpload(),
        this.items.grant('upload'),
        setting({ DROP_FOLDERS: packedFolders.encode(stageAround(this).dropFolders) }),
      ),
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
