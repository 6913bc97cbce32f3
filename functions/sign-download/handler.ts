import { signDownload } from '@sluice/console-api/download/sign-download';
import { httpFunction } from '@sluice/lambda-kit';
import { signDownloadEnv } from './env.ts';

export const handler = httpFunction({ env: signDownloadEnv, services: () => ({}), handle: signDownload });
