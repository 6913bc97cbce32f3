import { httpFunction } from '@sluice/aws-kit/handlers';
import { openLink } from '@sluice/flow/links/links';
import { createS3LinkedFiles } from '../adapters/s3-linked-files.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { openLinkEnv, type OpenLinkEnv } from './env.ts';

export function services(env: OpenLinkEnv, outside: Outside = theOutside) {
  return { files: createS3LinkedFiles(outside, env.FILES_BUCKET), now: outside.now };
}

export const handler = httpFunction({ env: openLinkEnv, services, handle: openLink });
