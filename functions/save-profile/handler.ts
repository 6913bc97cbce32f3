import { saveProfile } from '@sluice/console/api/profiles/save-profile';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Profiles } from '../adapters/s3-profiles.ts';
import { saveProfileEnv, type SaveProfileEnv } from './env.ts';

export function services(env: SaveProfileEnv, outside: Outside = theOutside) {
  return { profiles: createS3Profiles(outside, env.DROP_BUCKET) };
}

export const handler = httpFunction({ env: saveProfileEnv, services, handle: saveProfile });
