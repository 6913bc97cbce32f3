import { sha256 } from '../session/secrets.ts';

/** Somebody of the user pool, as an administrator may change them. */
export interface PoolPerson {
  readonly sub: string;
  email: string;
  groups: string[];
  disabled?: boolean;
  emailVerified?: boolean;
}

export const pool = {
  url: 'https://pool.example.com',
  issuer: 'https://issuer.example.com/pool-1',
  clientId: 'client-1',
  consoleUrl: 'https://console.example.com',
} as const;

interface Code {
  readonly person: PoolPerson;
  readonly challenge: string;
  readonly nonce: string;
}

/** A user pool behind `fetch`: codes are good once and need their verifier (PKCE); disabled people get nothing. */
export function fakeUserPool(now: () => Date) {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, PoolPerson>();
  const posted: string[] = [];
  let made = 0;

  const answer = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status });
  const idToken = (person: PoolPerson, more: object = {}) => {
    const claims = {
      ...{ sub: person.sub, iss: pool.issuer, aud: pool.clientId, token_use: 'id', email: person.email },
      ...{ email_verified: person.emailVerified ?? true, name: `Name of ${person.sub}` },
      ...{ exp: now().getTime() / 1000 + 3600, 'cognito:groups': person.groups },
      ...more,
      ...fake.claims,
    };
    return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  };

  function exchanged(form: URLSearchParams): Response {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = sha256(form.get('code_verifier') ?? '').toString('base64url');
    const isOurs = form.get('redirect_uri') === `${pool.consoleUrl}/api/signed-in`;
    if (code === undefined || code.challenge !== challenge || !isOurs) return answer(400);
    const refreshToken = `refresh-${(made += 1)}`;
    refreshTokens.set(refreshToken, code.person);
    return answer(200, {
      id_token: idToken(code.person, { nonce: code.nonce }),
      refresh_token: refreshToken,
    });
  }

  const fake = {
    posted,
    refreshTokens,
    /** What a user pool that is not ours, or is broken, would claim. */
    claims: {} as object,
    /** The status of every answer, if it is down. */
    down: undefined as number | undefined,
    /** A person signs in at an address of the user pool. @returns the way back */
    signIn: (address: string, person: PoolPerson): URL => {
      const asked = new URL(address).searchParams;
      const code = `code-${(made += 1)}`;
      codes.set(code, {
        person,
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    fetch: async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const form = new URLSearchParams(String(init?.body));
      posted.push(`${String(url)} ${form.toString()}`);
      if (fake.down !== undefined) return answer(fake.down);
      if (String(url) === `${pool.url}/oauth2/revoke`) {
        refreshTokens.delete(form.get('token') ?? '');
        return answer(200);
      }
      if (String(url) !== `${pool.url}/oauth2/token` || form.get('client_id') !== pool.clientId)
        return answer(404);
      if (form.get('grant_type') === 'authorization_code') return exchanged(form);
      const person = refreshTokens.get(form.get('refresh_token') ?? '');
      return person === undefined || person.disabled === true
        ? answer(400)
        : answer(200, { id_token: idToken(person) });
    },
  };
  return fake;
}
