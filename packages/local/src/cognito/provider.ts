import type Provider from 'oidc-provider';
import { idOf, type People } from './people.ts';
import type { TokenStore } from './token-store.ts';
import type { Group } from './group.ts';

/** A program that signs people in. It has no secret, so it proves itself with PKCE. */
export interface PoolClient {
  readonly id: string;
  readonly callbacks: readonly string[];
  readonly logouts: readonly string[];
  readonly scopes: readonly string[];
  /** How long a refresh token is good. */
  readonly refreshSeconds: number;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly clients: readonly PoolClient[];
  readonly groups: readonly Group[];
  readonly people: People;
  readonly store: TokenStore;
  /** Signs cookies. */
  readonly secret: string;
}

const minute = 60;
const hour = 60 * minute;

/** OpenID Connect at the paths of Cognito, with its claims. The library is loaded when somebody first signs in. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider');
  const { issuer, clients, store, secret } = options;
  return new OidcProvider(issuer, {
    adapter: store.adapter,
    clients: clients.map((client) => ({
      client_id: client.id,
      redirect_uris: client.callbacks,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: client.scopes.join(' '),
      token_endpoint_auth_method: 'none',
    })),
    clientAuthMethods: ['none'],
    jwks: { keys: [{ ...store.key, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [secret] },
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: ownToken },
      rpInitiatedLogout: { enabled: false },
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'cognito:groups', 'cognito:username', 'token_use'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    // The id token has all claims, as at Cognito, which has no other way to learn of groups.
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => accountOf(id, options),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/login/${uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: false,
    expiresWithSession: () => false,
    loadExistingGrant: (context: Signing) => grantOf(context),
    renderError: (
      context: { type: string; body: string },
      out: { error: string; error_description?: string },
    ) => {
      context.type = 'text/plain; charset=utf-8';
      context.body = `${out.error}: ${out.error_description ?? 'the user pool refuses this'}\n`;
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 5 * minute,
      Grant: 30 * 24 * hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: (_: unknown, __: unknown, { clientId }: { clientId: string }) =>
        clients.find(({ id }) => id === clientId)?.refreshSeconds ?? hour,
      Session: hour,
    },
  });
}

/** Somebody who was disabled has no account, so nothing of theirs is good any more. */
function accountOf(id: string, { people, groups }: ProviderOptions) {
  const person = people.byId(id);
  if (!person?.enabled) return undefined;
  const own = person.groups.filter((group) => groups.some(({ name }) => name === group));
  return {
    accountId: id,
    claims: () => ({
      sub: idOf(person),
      token_use: 'id',
      'cognito:username': idOf(person),
      ...(own.length > 0 && { 'cognito:groups': own }),
      email: person.email,
      email_verified: true,
      name: person.name,
    }),
  };
}

/** Whoever has a token may make it worthless. */
const ownToken = (_: unknown, client: { clientId: string }, token: { clientId: string }): boolean =>
  client.clientId === token.clientId;

interface Signing {
  readonly oidc: {
    readonly client: { readonly clientId: string; readonly scope: string };
    readonly session: { readonly accountId: string };
    readonly provider: Provider;
  };
}

/** Cognito asks nobody for consent. */
async function grantOf({ oidc: { client, session, provider } }: Signing): Promise<object> {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(client.scope);
  await grant.save();
  return grant;
}
