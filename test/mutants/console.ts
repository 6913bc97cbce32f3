import { tested, type Mutant } from './mutant.ts';

const api = 'packages/console-api/src';
const authorize = `${api}/authorize/authorize.ts`;
const sessions = `${api}/session/sessions.ts`;
const signIn = `${api}/session/sign-in.ts`;
const userPool = `${api}/session/user-pool.ts`;
const cookies = `${api}/session/cookies.ts`;
const upload = `${api}/upload/sign-upload.ts`;
const pinned = `${api}/upload/pinned.ts`;
const second = 'packages/flow/src/act/second-person.ts';
const dropper = 'packages/flow/src/read/dropper.ts';
const byAuthorizer = tested(`${api}/authorize/authorize.test.ts`);
const bySignIn = tested(`${api}/session/sign-in.test.ts`);
const pageUpload = 'packages/console/src/browser/drop/upload.ts';
const byPageUpload = tested('packages/console/src/browser/drop/upload.test.ts');
const byTemplate = tested('infra/console.test.ts');
const corrections = 'packages/console/src/browser/drop/corrections.ts';
const byCorrections = tested('packages/console/src/browser/drop/drop.test.ts');
const mappedColumns = 'packages/console/src/browser/drop/mapping/draft-columns.ts';
const byMappedColumns = tested('packages/console/src/browser/drop/mapping/draft-columns.test.ts');
const byUploads = tested(`${api}/upload/sign-upload.test.ts`);

/** Bugs in the sign-in of the console, in who may ask it for what, and in what it signs. */
export const ofTheConsole: readonly Mutant[] = [
  {
    name: 'everybody who is signed in may send every request of the console',
    file: authorize,
    from: 'roles.some((role) => may.includes(role))',
    to: 'roles.length > 0',
    proof: byAuthorizer,
  },
  {
    name: 'an act may come from another site',
    file: authorize,
    from: "    headers['sec-fetch-site'] === 'same-origin'\n",
    to: "    headers['sec-fetch-site'] !== ''\n",
    proof: byAuthorizer,
  },
  {
    name: 'an act may come from another host of the same site',
    file: authorize,
    from: "headers['sec-fetch-site'] === 'same-origin'",
    to: "['same-origin', 'same-site'].includes(headers['sec-fetch-site'] ?? '')",
    proof: byAuthorizer,
  },
  {
    name: 'a form may send an act',
    file: authorize,
    from: "type.trim().toLowerCase() === 'application/json' &&",
    to: '',
    proof: byAuthorizer,
  },
  {
    name: 'an encoded slash leads past the authorizer',
    file: authorize,
    from: 'routeKeyOf(route) === request.routeKey ? route : undefined',
    to: 'route',
    proof: byAuthorizer,
  },
  {
    name: 'the user pool is not asked again about a person',
    file: sessions,
    from: 'const checkedMs = 15 * 60_000;',
    to: 'const checkedMs = 13 * 60 * 60_000;',
    proof: byAuthorizer,
  },
  {
    name: 'the groups of a person stay as they were at the sign-in',
    file: sessions,
    from: '    person: { ...found.person, roles: [...found.person.roles] },\n    refreshToken: sealed(found.refreshToken, secret),',
    to: '    person: session.person,\n    refreshToken: sealed(found.refreshToken, secret),',
    proof: byAuthorizer,
  },
  {
    name: 'a session goes on for as long as it is used',
    file: sessions,
    from: '    until: session.until,\n',
    to: '    until: new Date(now().getTime() + sessionMs).toISOString(),\n',
    proof: byAuthorizer,
  },
  {
    name: 'a session that was signed out comes back with its renewal',
    file: sessions,
    from: '(await items.replace(keyOf(secret), next, new Date(session.until))) ? next : undefined',
    to: '(await items.take(keyOf(secret)), await items.add(keyOf(secret), next, new Date(session.until))) ? next : undefined',
    proof: byAuthorizer,
  },
  {
    name: 'the table holds tokens that its readers can use',
    file: sessions,
    from: '    refreshToken: sealed(refreshToken, secret),\n',
    to: '    refreshToken,\n',
    proof: bySignIn,
  },
  {
    name: 'a script can read the cookie of a session',
    file: cookies,
    from: "const common = 'Path=/; HttpOnly; Secure';",
    to: "const common = 'Path=/; Secure';",
    proof: bySignIn,
  },
  {
    name: 'the cookie of a session travels with links of other sites',
    file: cookies,
    from: "name === sessionCookie ? 'Strict' : 'Lax'",
    to: "'Lax'",
    proof: bySignIn,
  },
  {
    name: 'a sign-in comes back twice',
    file: signIn,
    from: 'services.items.take(keyOf(secret))',
    to: 'services.items.get(keyOf(secret))',
    proof: bySignIn,
  },
  {
    name: 'a sign-in comes back to any browser',
    file: signIn,
    from: " || !isSame(state, derived(secret, 'state'))",
    to: '',
    proof: bySignIn,
  },
  {
    name: 'a sign-in never ends',
    file: signIn,
    from: 'begun === undefined || services.now().getTime() >= Date.parse(begun.until)',
    to: 'begun === undefined',
    proof: bySignIn,
  },
  {
    name: 'a person in no group gets a session',
    file: signIn,
    from: '  if (found.person.roles.length === 0) return withoutRole(found, services);\n',
    to: '',
    proof: bySignIn,
  },
  {
    name: 'a sign-in ends at another site',
    file: signIn,
    from: 'location: `${consoleUrl}/#${page}`',
    to: 'location: page.startsWith("//") ? page : `${consoleUrl}/#${page}`',
    proof: bySignIn,
  },
  {
    name: 'a token of another client is good',
    file: userPool,
    from: 'claims.iss !== issuer || claims.aud !== clientId',
    to: 'claims.iss !== issuer',
    proof: bySignIn,
  },
  {
    name: 'a token of another sign-in is good',
    file: userPool,
    from: 'given.claims.nonce !== nonce',
    to: 'given.claims.nonce === undefined',
    proof: bySignIn,
  },
  {
    name: 'a token that has expired is good',
    file: userPool,
    from: 'if (claims.exp * 1000 <= now().getTime())',
    to: 'if (claims.exp === 0)',
    proof: bySignIn,
  },
  {
    name: 'an e-mail that nobody checked names a person',
    file: userPool,
    from: '  email_verified: verified,\n',
    to: '',
    proof: bySignIn,
  },
  {
    name: 'another person goes on with an upload in parts',
    file: upload,
    from: 'isOpen && begun.person === person.id ? begun : undefined',
    to: 'isOpen ? begun : undefined',
    proof: byUploads,
  },
  {
    name: 'a part of an upload is sent again as another one',
    file: upload,
    from: 'begun.asked !== hashOf(asked)',
    to: 'begun.key !== asked.key',
    proof: byUploads,
  },
  {
    name: 'an upload may leave the inbox by the name of its folder',
    file: pinned,
    from: 'segments.some((one) => misread.includes(one)) || ',
    to: '',
    proof: byUploads,
  },
  {
    name: 'the page runs scripts that are written in it',
    file: 'packages/console/src/policy.ts',
    from: '"script-src \'self\'"',
    to: "\"script-src 'self' 'unsafe-inline'\"",
    proof: byTemplate,
  },
  {
    name: 'any text of the page becomes a script',
    file: 'packages/console/src/policy.ts',
    from: '    "require-trusted-types-for \'script\'",\n',
    to: '',
    proof: byTemplate,
  },
  {
    name: 'a mark that turns the text after it is not seen',
    file: 'packages/console/src/browser/grid/visible.ts',
    from: '\\p{Cc}\\p{Cf}',
    to: '\\p{Cc}',
    proof: tested('packages/console/src/browser/grid/grid.test.ts'),
  },
  {
    name: 'a file that arrived is sent again when the answer is lost',
    file: pageUpload,
    from: 'known === undefined && tries > 0 ? await sending.arrived(asked) : undefined',
    to: 'undefined',
    proof: byPageUpload,
  },
  {
    name: 'an upload in parts begins anew when an answer is lost',
    file: pageUpload,
    from: 'known === undefined ? await sending.begin(asked) : await sending.resume(asked, known)',
    to: 'await sending.begin(asked)',
    proof: byPageUpload,
  },
  {
    name: 'the bytes of another part are sent as this one',
    file: pageUpload,
    from: 'file.slice((number - 1) * partBytes, number * partBytes)',
    to: 'file.slice(number * partBytes, (number + 1) * partBytes)',
    proof: byPageUpload,
  },
  {
    name: 'rows that have landed are dropped again with those that failed',
    file: 'packages/console/src/browser/drop/failed-rows.ts',
    from: "status === 'failed' || status === 'not attempted')",
    to: "status !== 'filtered')",
    proof: tested('packages/console/src/browser/drop/failed-rows.test.ts'),
  },
  {
    name: 'what was corrected in a row stays behind when its cells are shifted',
    file: corrections,
    from: '[at < column ? at : at + by, text]',
    to: '[at, text]',
    proof: byCorrections,
  },
  {
    name: 'what was corrected in shifted cells lands in other columns once the shift is taken back',
    file: corrections,
    from: 'return !(isOfRow && index > at);',
    to: 'return true;',
    proof: byCorrections,
  },
  {
    name: 'a column that is joined by hand keeps the field that it had alone',
    file: mappedColumns,
    from: 'const rest = without(join.columns.reduce(saidOfFields, draft), join.columns);',
    to: 'const rest = join.columns.reduce(saidOfFields, draft);',
    proof: byMappedColumns,
  },
  {
    name: 'what stands between joined columns is lost when they are changed by hand',
    file: mappedColumns,
    from: '[...columns] : { columns: [...columns], with: by }',
    to: '[...columns] : [...columns]',
    proof: byMappedColumns,
  },
  {
    name: 'a column that is taken out of a join stops the run as unknown',
    file: mappedColumns,
    from: 'ignore: [...rest.ignore, header] };',
    to: 'ignore: rest.ignore };',
    proof: byMappedColumns,
  },
  {
    name: 'steps that a profile states by a column make it unusable once the column is joined',
    file: mappedColumns,
    from: 'without(join.columns.reduce(saidOfFields, draft), join.columns)',
    to: 'without(draft, join.columns)',
    proof: byMappedColumns,
  },
  {
    name: 'a session that was ended comes back when it is renewed',
    file: 'functions/adapters/dynamo-items.ts',
    from: "replace: put('attribute_exists(pk)')",
    to: "replace: put('attribute_exists(pk) OR attribute_not_exists(pk)')",
    proof: tested('functions/adapters/dynamo-items.test.ts'),
  },
  {
    name: 'the audit of a day does not name what was altered in it',
    file: 'packages/ledger/src/audit/verify-history.ts',
    from: 'findings: [...ofSeal, ...explained.slice(before.findings.length, totals.findings.length)]',
    to: 'findings: ofSeal',
    proof: tested('packages/cli/src/commands/audit.test.ts'),
  },
  {
    name: 'a person approves the file that they dropped at the console',
    file: second,
    from: 'dropper.person === approver.person;',
    to: 'dropper.session === approver.session;',
    proof: tested('packages/flow/src/act/second-person.test.ts'),
  },
  {
    name: 'whoever may drop says at the console who dropped',
    file: dropper,
    from: 'principal.startsWith(`AWS:${consoleRoleId}:`)',
    to: "'sluice-person' in metadata",
    proof: tested('packages/flow/src/read/dropper.test.ts'),
  },
];
