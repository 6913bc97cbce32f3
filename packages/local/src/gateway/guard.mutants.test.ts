import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const guard = 'packages/local/src/gateway/guard.ts';
const signature = 'packages/local/src/iam/signature.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a page reaches a server under a name that resolves to this machine': {
    file: guard,
    from: 'if (headers.host !== own)',
    to: 'if (headers.host === undefined)',
  },
  'a page without an origin, such as one in a sandbox, is let through': {
    file: guard,
    from: 'if (origin === undefined ||',
    to: "if (origin === undefined || origin === 'null' ||",
  },
  'the pages of the machine are served under any secret': {
    file: guard,
    from: '  if (!isEqual(secret, pages.secret)) return undefined;\n',
    to: '',
  },
  'the secret of the pages opens every path of the server': {
    file: guard,
    from: "return pages.paths.includes(page.split('?', 1).join()) ? page : undefined;",
    to: 'return page;',
  },
  'a request for the page of the secret itself needs no own host': {
    file: guard,
    from: '    if (refusal !== undefined) return refuse(request, response, refusal);\n',
    to: '',
  },
  'headers of AWS that are not signed count': {
    file: signature,
    from: "  refuseUnsigned(request, signed.signedHeaders.split(';'));\n",
    to: '',
  },
  'a signature is good for ever': {
    file: signature,
    from: '!(Math.abs(now.getTime() - issued) <= clockSkewMs)',
    to: 'Number.isNaN(issued)',
  },
});
