import { tested, type Mutant } from './mutant.ts';

const guard = 'packages/local/src/gateway/guard.ts';
const signature = 'packages/local/src/gateway/signature.ts';
const guardTests = tested('packages/local/src/gateway/guard.test.ts');
const strangers = tested('packages/local/src/machine/strangers.test.ts');
const signed = tested('packages/local/src/machine/signed-requests.test.ts');

/** Holes through which a page or a stranger would reach the servers of one machine, or mislead a person. */
export const ofGuarding: readonly Mutant[] = [
  {
    name: 'a page reaches a server under a name that resolves to this machine',
    file: guard,
    from: 'if (headers.host !== own)',
    to: 'if (headers.host === undefined)',
    proof: guardTests,
  },
  {
    name: 'a page without an origin, such as one in a sandbox, is let through',
    file: guard,
    from: 'if (origin === undefined ||',
    to: "if (origin === undefined || origin === 'null' ||",
    proof: guardTests,
  },
  {
    name: 'the pages of the machine are served under any secret',
    file: guard,
    from: '  if (!isEqual(secret, pages.secret)) return undefined;\n',
    to: '',
    proof: guardTests,
  },
  {
    name: 'the secret of the pages opens every path of the server',
    file: guard,
    from: "return pages.paths.includes(page.split('?', 1).join()) ? page : undefined;",
    to: 'return page;',
    proof: guardTests,
  },
  {
    name: 'a request for the page of the secret itself needs no own host',
    file: guard,
    from: '    if (refusal !== undefined) return refuse(request, response, refusal);\n',
    to: '',
    proof: guardTests,
  },
  {
    name: 'the hash of a body is not compared with the body',
    file: signature,
    from: '  if (bodyHash !== undefined && bodyHash !== signed.payloadHash) throw mismatch();\n',
    to: '',
    proof: signed,
  },
  {
    name: 'a signature is not compared',
    file: signature,
    from: '  if (!isEqual(expected, signed.signature)) throw mismatch();\n',
    to: '',
    proof: signed,
  },
  {
    name: 'headers of AWS that are not signed count',
    file: signature,
    from: "  refuseUnsigned(request, signed.signedHeaders.split(';'));\n",
    to: '',
    proof: guardTests,
  },
  {
    name: 'a signature is good for ever',
    file: signature,
    from: '!(Math.abs(now.getTime() - issued) <= clockSkewMs)',
    to: 'Number.isNaN(issued)',
    proof: guardTests,
  },
  {
    name: 'a signature for one service is good at the others',
    file: signature,
    from: ' && services.includes(service) &&',
    to: ' &&',
    proof: signed,
  },
  {
    name: 'a presigned address never expires',
    file: signature,
    from: 'if (!(now.getTime() <= issued + seconds * 1000))',
    to: 'if (Number.isNaN(seconds))',
    proof: tested('packages/local/src/s3/access.test.ts'),
  },
  {
    name: 'the query of a signed request is not covered',
    file: signature,
    from: '    canonicalQuery(query),\n',
    to: "    '',\n",
    proof: signed,
  },
  {
    name: 'the object store serves pages of strangers',
    file: 'packages/local/src/s3/s3-server.ts',
    from: "      if (refusal !== undefined) throw new S3Error('AccessDenied', refusal.message);\n",
    to: '',
    proof: signed,
  },
  {
    name: 'the object store takes unsigned requests',
    file: 'packages/local/src/s3/s3-server.ts',
    from: "checkSignature(request, { secretOf, now: now(), services: ['s3'] });\n",
    to: 'secretOf.name;\n',
    proof: signed,
  },
  {
    name: 'the APIs serve pages of strangers',
    file: 'packages/local/src/http-api/http-apis.ts',
    from: 'refusal === undefined ? await answer(apiId, request) : said(refusal.status, refusal.message);',
    to: 'await answer(apiId, request);',
    proof: strangers,
  },
  {
    name: 'a route that IAM protects on AWS is open',
    file: 'packages/local/src/http-api/answer-request.ts',
    from: 'if (match.route.guarded && ',
    to: 'if (false && ',
    proof: tested('packages/local/src/machine/start-machine.test.ts'),
  },
  {
    name: 'the queue server has no guard',
    file: 'packages/local/src/sqs/queue-host.ts',
    from: "    guard(this, { authority, services: ['sqs'] });\n",
    to: '',
    proof: strangers,
  },
  {
    name: 'a function may do what its role does not allow',
    file: 'packages/local/src/iam/authority.ts',
    from: 'if (allowed.length > 0 || isNamed) return undefined;',
    to: 'if (allowed.length >= 0 || isNamed) return undefined;',
    proof: tested('packages/local/src/machine/role-permissions.test.ts'),
  },
  {
    name: 'a condition of a policy is not looked at',
    file: 'packages/local/src/iam/policy.ts',
    from: 'operatorNames.every(',
    to: '[].every(',
    proof: tested('packages/local/src/iam/policy.test.ts'),
  },
  {
    name: 'the server in front of the database has no guard',
    file: 'packages/local/src/dynamodb/table-host.ts',
    from: 'guard(server, {',
    to: 'void ({',
    proof: strangers,
  },
  {
    name: 'a profile that has a setting twice is read',
    file: 'packages/import-plan/src/profile/profile.ts',
    from: '  if (wrong !== undefined) return refused(name, `${wrong}. Write each name once`);\n',
    to: '',
    proof: tested('packages/import-plan/src/profile/settings.test.ts'),
  },
  {
    name: 'a mark in a file name turns the order of what the terminal shows',
    file: 'packages/mail/src/words.ts',
    from: 'replaceAll(/[\\p{Cc}\\p{Bidi_Control}]/gu',
    to: 'replaceAll(/[\\p{Cc}]/gu',
    proof: tested('packages/cli/src/commands/runs.test.ts'),
  },
  {
    name: 'a claimed name is shown as who dropped the file',
    file: 'packages/ledger/src/run/dropper-text.ts',
    from: 'return principal === undefined || isKnownPerson(principal)',
    to: 'return principal !== undefined',
    proof: tested('packages/cli/src/commands/history.test.ts'),
  },
];
