import { signUpload } from '@sluice/console-api/upload/sign-upload';
import { httpFunction } from '@sluice/lambda-kit';
import { signUploadEnv } from './env.ts';

export const handler = httpFunction({ env: signUploadEnv, services: () => ({}), handle: signUpload });
