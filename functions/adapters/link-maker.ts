import { randomBytes } from 'node:crypto';
import { linkMaker, type LinkMakerOptions, type MakeLink } from '@sluice/flow/links/links';
import type { LinkEnv } from '../env-fields.ts';

/** Undefined where the stack has no links. */
export function createLinkMaker(
  { LINKS_URL: url, LINK_DAYS: days }: LinkEnv,
  ports: Pick<LinkMakerOptions, 'files' | 'now'>,
): MakeLink | undefined {
  if (url === undefined) return undefined;
  return linkMaker({ ...ports, url, days, newSecret: () => randomBytes(32).toString('base64url') });
}
