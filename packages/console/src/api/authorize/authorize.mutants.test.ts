import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const authorize = 'packages/console/src/api/authorize/authorize.ts';
const sessions = 'packages/console/src/api/session/sessions.ts';

export const mutants = mutantsOf(import.meta.url, {
  'everybody who is signed in may send every request of the console': {
    file: authorize,
    from: 'roles.some((role) => may.includes(role))',
    to: 'roles.length > 0',
  },
  'an act may come from another site': {
    file: authorize,
    from: "    headers['sec-fetch-site'] === 'same-origin'\n",
    to: "    headers['sec-fetch-site'] !== ''\n",
  },
  'an act may come from another host of the same site': {
    file: authorize,
    from: "headers['sec-fetch-site'] === 'same-origin'",
    to: "['same-origin', 'same-site'].includes(headers['sec-fetch-site'] ?? '')",
  },
  'a form may send an act': {
    file: authorize,
    from: "type.trim().toLowerCase() === 'application/json' &&",
    to: '',
  },
  'an encoded slash leads past the authorizer': {
    file: authorize,
    from: 'routeKeyOf(route) === request.routeKey ? route : undefined',
    to: 'route',
  },
  'the user pool is not asked again about a person': {
    file: sessions,
    from: 'const checkedMs = 15 * 60_000;',
    to: 'const checkedMs = 13 * 60 * 60_000;',
  },
  'the groups of a person stay as they were at the sign-in': {
    file: sessions,
    from: '    person: stored(found.person),\n    refreshToken: sealed(found.refreshToken, secret),',
    to: '    person: session.person,\n    refreshToken: sealed(found.refreshToken, secret),',
  },
  'a session goes on for as long as it is used': {
    file: sessions,
    from: '    until: session.until,\n',
    to: '    until: new Date(now().getTime() + sessionMs).toISOString(),\n',
  },
  'a session that was signed out comes back with its renewal': {
    file: sessions,
    from: '(await items.replace(keyOf(secret), next, new Date(session.until))) ? next : undefined',
    to: '(await items.take(keyOf(secret)), await items.add(keyOf(secret), next, new Date(session.until))) ? next : undefined',
  },
});
