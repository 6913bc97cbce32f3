import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../gateway/guard.ts';
import { isEqual } from '../iam/signature.ts';
import type { Answer } from '../http-api/payload.ts';
import { readBody } from '../base/http.ts';
import type { ConsoleKeys } from './console-key.ts';

/** A name of its own: cookies know no ports, so those of other programs at `localhost` would get mixed up with ours. */
export const hostName = 'sluice.localhost';

/** Shows that a browser had a key. Other sites may link here, so it comes along with their links, but with nothing else. */
const cookieName = '__Host-machine';
const cookieRules = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** Lets only those in who had a key: other people and programs of this machine can reach its ports too. */
export interface Gate {
  /** What prints an address with a key. */
  readonly opener: string;
  isOpenTo(request: IncomingMessage): boolean;
  /** The answer to a request without the cookie: a page that exchanges a key, or the exchange. */
  answer(request: IncomingMessage): Promise<Answer>;
}

/** @param token the bearer token of the system */
export function createGate(token: string, keys: ConsoleKeys, opener: string): Gate {
  const { page, headers } = pageFor(opener);
  const value = createHmac('sha256', token).update('cookie of the machine').digest('base64url');
  return {
    opener,
    isOpenTo: ({ headers }) => isEqual(cookieIn(headers.cookie), value),
    answer: async (request) => {
      const { method, url } = request;
      if (url !== '/') return text(403, `Open this with the address that \`${opener}\` prints.\n`);
      if (method === 'GET' || method === 'HEAD') return { status: 200, headers, body: page };
      const key = method === 'POST' ? await readBody(request, 1000) : undefined;
      if (key === undefined || !keys.take(key.toString()))
        return text(403, 'This key is not good any more.\n');
      return { ...text(204, ''), headers: { 'set-cookie': `${cookieName}=${value}; ${cookieRules}` } };
    },
  };
}

/** Refuses other names of this machine, such as one that a foreign page had resolved to it, and pages of other origins. */
export function refuseOthers({ headers, socket, method }: IncomingMessage): Refusal | undefined {
  const own = `${hostName}:${socket.localPort}`;
  if (headers.host !== own)
    return { status: 421, code: 'MisdirectedRequest', message: `This server is at http://${own} only.` };
  if (headers.origin === undefined || headers.origin === `http://${own}`) return undefined;
  return { status: 403, code: 'AccessDenied', message: `Pages of other origins may send no ${method}.` };
}

function cookieIn(header = ''): string {
  const found = header.split('; ').find((one) => one.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1) ?? '';
}

export function text(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(body) };
}

const scriptFor = (opener: string): string => `
const say = (text) => { document.querySelector('p').textContent = text; };
const opener = ${JSON.stringify(opener)};
const old = 'This address was used before, or is of an earlier start. Run \`' + opener + '\` for a new one.';
const key = /^#key=(.+)$/.exec(location.hash)?.[1];
history.replaceState(null, '', '/');
if (key === undefined) say('Run \`' + opener + '\`, and open the address that it prints.');
else fetch('/', { method: 'POST', body: key }).then(
  ({ ok }) => (ok ? location.replace('/') : say(old)),
  () => say('The system does not answer.'),
);
`;

function pageFor(opener: string) {
  const script = scriptFor(opener);
  const page = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>On this machine</title>
<link rel="icon" href="data:,">
<p>One moment…</p>
<noscript>This page needs JavaScript.</noscript>
<script>${script}</script>
</html>
`);
  return { page, headers: headersFor(script) };
}

const headersFor = (script: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "connect-src 'self'",
    // An icon of its own: browsers would ask for /favicon.ico, which is refused without the cookie.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
