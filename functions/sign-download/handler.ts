import { signDownload, type SignDownloadServices } from '@sluice/console/api/download/sign-download';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Downloads } from '../adapters/s3-downloads.ts';
import { signDownloadEnv, type SignDownloadEnv } from './env.ts';

export function services(env: SignDownloadEnv, outside: Outside = theOutside): SignDownloadServices {
  const addressOf = createS3Downloads(outside);
  return {
    ledger: createAwsLedger(env, outside),
    addressOf: (ref, name) => addressOf({ bucket: env.FILES_BUCKET, ...ref }, name),
  };
}

export const handler = httpFunction({ env: signDownloadEnv, services, handle: signDownload });
