import { saveProfile } from '@sluice/console-api/profiles/save-profile';
import { httpFunction } from '@sluice/lambda-kit';
import { saveProfileEnv } from './env.ts';

export const handler = httpFunction({ env: saveProfileEnv, services: () => ({}), handle: saveProfile });
