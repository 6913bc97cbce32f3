import * as z from 'zod';
import { roles, type Role } from '../routes.ts';

/** Somebody who may use the console. */
export interface Person {
  /** Of the user pool (`sub`); it never changes. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** Those of the user pool that are no role. They say where a dropper may drop. */
  readonly groups: readonly string[];
}

/** Who signed in, and the token by which the user pool says later whether they still may. */
export interface SignedIn {
  readonly person: Person;
  readonly refreshToken: string;
}

export interface UserPool {
  /** Where a person signs in. `challenge` is the hash of the verifier (PKCE). */
  signInUrl(asked: Readonly<Record<'state' | 'nonce' | 'challenge', string>>): string;
  /** Where the user pool forgets the person too. */
  signOutUrl(): string;
  /** Undefined if the user pool refuses the code, which is good once. */
  signedIn(given: Readonly<Record<'code' | 'verifier' | 'nonce', string>>): Promise<SignedIn | undefined>;
  /** The same person, as the user pool knows them now; undefined if they may not sign in any more. */
  renewed(refreshToken: string): Promise<SignedIn | undefined>;
  /** Makes a token worthless. */
  revoke(refreshToken: string): Promise<void>;
}

export interface UserPoolOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Of the console, without a slash at its end. The authorizer needs none. */
  readonly consoleUrl?: string | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
}

/** A person waits for the answer, and API Gateway at most 30 s. */
const timeoutMs = 8_000;

const tokensSchema = z.object({ id_token: z.string(), refresh_token: z.string().optional() });

/** A person without an address that the user pool has checked could take that of somebody else. */
const verified = z.union([z.literal(true), z.literal('true')]);
const claimsSchema = z.object({
  sub: z.string().min(1).max(100),
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string().optional(),
  token_use: z.literal('id').optional(),
  email: z.string().min(1).max(320),
  email_verified: verified,
  name: z.string().min(1).max(200).optional(),
  'cognito:groups': z.array(z.string()).default([]),
});
type Claims = z.infer<typeof claimsSchema>;

/** Signs people in at a user pool of Cognito, by its addresses for OAuth 2.0. */
export function createUserPool(options: UserPoolOptions): UserPool {
  const { url, clientId, consoleUrl = '' } = options;
  const redirectUri = `${consoleUrl}/api/signed-in`;

  /** Undefined if the user pool refuses. @throws if it does not answer, or not as expected */
  async function tokens(form: Readonly<Record<string, string>>): Promise<Tokens | undefined> {
    const response = await post('token', form);
    if (response.status === 400) return undefined;
    if (!response.ok) throw new Error(`The user pool answered HTTP ${response.status}`);
    const { id_token: idToken, refresh_token: refreshToken } = tokensSchema.parse(await response.json());
    return { claims: claimsOf(idToken, options), refreshToken };
  }

  function post(path: 'token' | 'revoke', form: Readonly<Record<string, string>>): Promise<Response> {
    return options.fetch(`${url}/oauth2/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: clientId }),
      // What is sent goes to the user pool and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  return {
    signInUrl: ({ state, nonce, challenge }) =>
      `${url}/oauth2/authorize?${query({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        ...{ state, nonce, code_challenge: challenge, code_challenge_method: 'S256' },
      })}`,
    signOutUrl: () => `${url}/logout?${query({ client_id: clientId, logout_uri: `${consoleUrl}/` })}`,
    signedIn: async ({ code, verifier, nonce }) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const given = await tokens({ ...form, code_verifier: verifier });
      if (given === undefined) return undefined;
      if (given.claims.nonce !== nonce) throw new Error('The token is the answer to another sign-in');
      return { person: personOf(given.claims), refreshToken: z.string().parse(given.refreshToken) };
    },
    renewed: async (refreshToken) => {
      const given = await tokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
      return given && { person: personOf(given.claims), refreshToken: given.refreshToken ?? refreshToken };
    },
    revoke: async (token) => {
      const { status } = await post('revoke', { token });
      if (status !== 200) throw new Error(`The user pool answered HTTP ${status}`);
    },
  };
}

interface Tokens {
  readonly claims: Claims;
  readonly refreshToken: string | undefined;
}

const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();

/**
 * The claims of a token that came from the user pool itself, over TLS: its signature need not be checked
 * (OpenID Connect Core, 3.1.3.7).
 */
function claimsOf(idToken: string, { issuer, clientId, now }: UserPoolOptions): Claims {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = claimsSchema.parse(JSON.parse(payload));
  if (claims.iss !== issuer || claims.aud !== clientId)
    throw new Error('The token is of another user pool, or for another client');
  if (claims.exp * 1000 <= now().getTime()) throw new Error('The token has expired');
  return claims;
}

function personOf({ sub: id, email, name = email, 'cognito:groups': groups }: Claims): Person {
  const known: readonly string[] = roles;
  return {
    ...{ id, name, email, roles: roles.filter((role) => groups.includes(role)) },
    groups: groups.filter((group) => !known.includes(group)),
  };
}
