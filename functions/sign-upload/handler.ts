import { signUpload } from '@sluice/console/api/upload/sign-upload';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { createDynamoItems } from '../adapters/dynamo-items.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Uploads } from '../adapters/s3-uploads.ts';
import { signUploadEnv, type SignUploadEnv } from './env.ts';

export function services(env: SignUploadEnv, outside: Outside = theOutside) {
  return {
    uploads: createS3Uploads(outside, env.DROP_BUCKET),
    items: createDynamoItems(outside, env.CONSOLE_TABLE),
    dropFolders: env.DROP_FOLDERS,
    now: outside.now,
  };
}

export const handler = httpFunction({ env: signUploadEnv, services, handle: signUpload });
