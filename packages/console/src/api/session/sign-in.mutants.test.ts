import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const cookies = 'packages/console/src/api/session/cookies.ts';
const signIn = 'packages/console/src/api/session/sign-in.ts';
const userPool = 'packages/console/src/api/session/user-pool.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the table holds tokens that its readers can use': {
    file: 'packages/console/src/api/session/sessions.ts',
    from: '    refreshToken: sealed(refreshToken, secret),\n',
    to: '    refreshToken,\n',
  },
  'a script can read the cookie of a session': {
    file: cookies,
    from: "const common = 'Path=/; HttpOnly; Secure';",
    to: "const common = 'Path=/; Secure';",
  },
  'the cookie of a session travels with links of other sites': {
    file: cookies,
    from: "name === sessionCookie ? 'Strict' : 'Lax'",
    to: "'Lax'",
  },
  'a sign-in comes back twice': {
    file: signIn,
    from: 'services.items.take(keyOf(secret))',
    to: 'services.items.get(keyOf(secret))',
  },
  'a sign-in comes back to any browser': {
    file: signIn,
    from: " || !isSame(state, derived(secret, 'state'))",
    to: '',
  },
  'a stray way back ends a sign-in under way': {
    file: signIn,
    from: "return back(failedAt('expired'), [], services);",
    to: "return failed('expired', services);",
  },
  'a link of another site takes the place of a sign-in under way': {
    file: signIn,
    from: "request.headers['sec-fetch-site'] === 'cross-site'",
    to: "request.headers['sec-fetch-site'] === 'none'",
  },
  'a second sign-in leaves the first session of the browser': {
    file: signIn,
    from: '  if (begun.replaces !== undefined) await endSession(unsealed(begun.replaces, secret), services);\n',
    to: '',
  },
  'a sign-in never ends': {
    file: signIn,
    from: 'begun === undefined || services.now().getTime() >= Date.parse(begun.until)',
    to: 'begun === undefined',
  },
  'a person in no group gets a session': {
    file: signIn,
    from: '  if (found.person.roles.length === 0) return withoutRole(found, services);\n',
    to: '',
  },
  'a sign-in ends at another site': {
    file: signIn,
    from: 'location: `${consoleUrl}/#${page}`',
    to: 'location: page.startsWith("//") ? page : `${consoleUrl}/#${page}`',
  },
  'a token of another client is good': {
    file: userPool,
    from: 'claims.iss !== issuer || claims.aud !== clientId',
    to: 'claims.iss !== issuer',
  },
  'a token of another sign-in is good': {
    file: userPool,
    from: 'given.claims.nonce !== nonce',
    to: 'given.claims.nonce === undefined',
  },
  'a token that has expired is good': {
    file: userPool,
    from: 'if (claims.exp * 1000 <= now().getTime())',
    to: 'if (claims.exp === 0)',
  },
  'an e-mail that nobody checked names a person': {
    file: userPool,
    from: '  email_verified: verified,\n',
    to: '',
  },
});
