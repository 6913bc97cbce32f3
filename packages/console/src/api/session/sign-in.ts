import { log, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import { itemKinds } from '../items.ts';
import type { SignInProblem } from '../shapes.ts';
import { cookie, noCookie, sessionCookie, signInCookie } from './cookies.ts';
import { derived, isSame, sealed, secretPattern, sha256, unsealed } from './secrets.ts';
import { beginSession, endSession, type SessionServices } from './sessions.ts';
import type { SignedIn } from './user-pool.ts';

export interface SignInServices extends SessionServices {
  readonly newSecret: () => string;
  /** Where people open the console, without a slash at its end. */
  readonly consoleUrl: string;
}

const signInMs = 10 * 60_000;
const sessionSeconds = 12 * 60 * 60;

/** A sign-in under way. What else belongs to it is derived from the secret in its cookie. */
const signInSchema = z.object({
  to: z.string(),
  until: z.string(),
  /** The cookie of the session in whose place the new one comes, sealed. The way back does not bring it along. */
  replaces: z.string().optional(),
});

/** A page of the console: it stands behind the `#`, so it never leads to another site. */
const pagePattern = /^\/[\w\-./%?=&+:,~]{0,1500}$/u;

/** Also as the address of the browser has it, with its `#`. */
function pageOf(to: string): string {
  const page = to.replace(/^#/u, '');
  return pagePattern.test(page) ? page : '/';
}

const keyOf = (secret: string): string => `${itemKinds.signIn}${sha256(secret).toString('hex')}`;

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** `GET /sign-in?to=/runs`: sends the browser to the user pool. */
export async function signIn(request: HttpRequest, services: SignInServices): Promise<HttpResponse> {
  const to = pageOf(request.query['to'] ?? '');
  // A link of another site would take the place of a sign-in under way, and leave the session behind. The page begins by itself.
  if (request.headers['sec-fetch-site'] === 'cross-site') return back(to, [], services);
  const { items, pool, now, newSecret } = services;
  const secret = newSecret();
  const until = new Date(now().getTime() + signInMs);
  const old = request.cookies?.[sessionCookie];
  const begun: z.input<typeof signInSchema> = {
    ...{ to, until: until.toISOString() },
    ...(old !== undefined && { replaces: sealed(old, secret) }),
  };
  await items.add(keyOf(secret), begun, until);
  const asked = { state: derived(secret, 'state'), nonce: derived(secret, 'nonce') };
  const challenge = sha256(derived(secret, 'verifier')).toString('base64url');
  return {
    status: 303,
    headers: { ...headers, location: pool.signInUrl({ ...asked, challenge }) },
    cookies: [cookie(signInCookie, secret, signInMs / 1000)],
  };
}

/** `GET /signed-in`: the way back from the user pool. Each sign-in comes back once. */
export async function signedIn(request: HttpRequest, services: SignInServices): Promise<HttpResponse> {
  const secret = request.cookies?.[signInCookie];
  const { state = '', code, error } = request.query;
  // Another browser, another tab that began later, or a link of another site: the answer to ours may still come.
  if (secret === undefined || !secretPattern.test(secret) || !isSame(state, derived(secret, 'state')))
    return back(failedAt('expired'), [], services);
  const begun = signInSchema.optional().parse(await services.items.take(keyOf(secret)));
  if (begun === undefined || services.now().getTime() >= Date.parse(begun.until))
    return failed('expired', services);
  if (code === undefined || error !== undefined) return failed('refused', services);
  const [verifier, nonce] = [derived(secret, 'verifier'), derived(secret, 'nonce')];
  const found = await services.pool.signedIn({ code, verifier, nonce });
  if (found === undefined) return failed('refused', services);
  if (found.person.roles.length === 0) return withoutRole(found, services);
  if (begun.replaces !== undefined) await endSession(unsealed(begun.replaces, secret), services);
  return begin(found, begun.to, services);
}

async function begin(found: SignedIn, to: string, services: SignInServices): Promise<HttpResponse> {
  const secret = services.newSecret();
  await beginSession(found, secret, services);
  log.info('signed_in', { personId: found.person.id });
  return back(to, [cookie(sessionCookie, secret, sessionSeconds), noCookie(signInCookie)], services);
}

/** A person of the user pool who is in none of its groups. */
async function withoutRole({ refreshToken }: SignedIn, services: SignInServices): Promise<HttpResponse> {
  await services.pool.revoke(refreshToken);
  return failed('no-role', services);
}

const failed = (problem: SignInProblem, services: SignInServices): HttpResponse =>
  back(failedAt(problem), [noCookie(signInCookie)], services);

const failedAt = (problem: SignInProblem): string => `/signed-out/${problem}`;

function back(page: string, cookies: readonly string[], { consoleUrl }: SignInServices): HttpResponse {
  return {
    status: 303,
    headers: { ...headers, location: `${consoleUrl}/#${page}` },
    cookies,
  };
}
