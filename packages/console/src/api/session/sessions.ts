import { log } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import { itemKinds, type ConsoleItems } from '../items.ts';
import { roles } from '../routes.ts';
import { secretPattern, sealed, sha256, unsealed } from './secrets.ts';
import type { Person, SignedIn, UserPool } from './user-pool.ts';

const sessionMs = 12 * 60 * 60_000;
/** So long after the user pool was asked about a person, it is asked again. */
const checkedMs = 15 * 60_000;

const sessionSchema = z.object({
  person: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    groups: z.array(z.string()).default([]),
  }),
  /** Sealed by the secret in the cookie: who reads the table cannot use it. */
  refreshToken: z.string(),
  checkedAt: z.string(),
  until: z.string(),
});
export type StoredSession = z.infer<typeof sessionSchema>;

/** A person who is signed in, and until when at most. ISO 8601. */
export interface OpenSession {
  readonly person: Person;
  readonly until: string;
}

export interface SessionServices {
  readonly items: ConsoleItems;
  readonly pool: UserPool;
  readonly now: () => Date;
}

const keyOf = (secret: string): string => `${itemKinds.session}${sha256(secret).toString('hex')}`;

const stored = (person: Person): StoredSession['person'] => ({
  ...person,
  roles: [...person.roles],
  groups: [...person.groups],
});

/** Begins a session, whose cookie gets the secret. */
export async function beginSession(
  { person, refreshToken }: SignedIn,
  secret: string,
  { items, now }: SessionServices,
): Promise<void> {
  const at = now();
  const until = new Date(at.getTime() + sessionMs);
  const session: StoredSession = {
    person: stored(person),
    refreshToken: sealed(refreshToken, secret),
    checkedAt: at.toISOString(),
    until: until.toISOString(),
  };
  await items.add(keyOf(secret), session, until);
}

/**
 * The session of a cookie. If the user pool was not asked for 15 minutes, it is asked whether the person may still sign in, and
 * for their groups. Undefined if the session is over.
 * @throws if the user pool does not answer
 */
export async function openSession(
  secret: string | undefined,
  services: SessionServices,
): Promise<OpenSession | undefined> {
  if (secret === undefined || !secretPattern.test(secret)) return undefined;
  const session = sessionSchema.optional().parse(await services.items.get(keyOf(secret)));
  const now = services.now().getTime();
  if (session === undefined || now >= Date.parse(session.until)) return undefined;
  if (now < Date.parse(session.checkedAt) + checkedMs) return session;
  return renewed(session, secret, services);
}

async function renewed(
  session: StoredSession,
  secret: string,
  { items, pool, now }: SessionServices,
): Promise<OpenSession | undefined> {
  const checkedAt = now().toISOString();
  const found = await pool.renewed(unsealed(session.refreshToken, secret));
  if (found === undefined || found.person.id !== session.person.id || found.person.roles.length === 0) {
    await items.take(keyOf(secret));
    return undefined;
  }
  const next: StoredSession = {
    person: stored(found.person),
    refreshToken: sealed(found.refreshToken, secret),
    checkedAt,
    until: session.until,
  };
  // Somebody may have signed out meanwhile, and a session never comes back.
  return (await items.replace(keyOf(secret), next, new Date(session.until))) ? next : undefined;
}

/** Ends the session of a cookie, here and at the user pool. */
export async function endSession(
  secret: string | undefined,
  { items, pool }: Pick<SessionServices, 'items' | 'pool'>,
): Promise<void> {
  if (secret === undefined || !secretPattern.test(secret)) return;
  const session = sessionSchema.optional().parse(await items.take(keyOf(secret)));
  if (session === undefined) return;
  const revoked = pool.revoke(unsealed(session.refreshToken, secret));
  // The session is over in any case; its token ends by itself later.
  await revoked.catch((error: unknown) => log.error('token_not_revoked', error));
}
