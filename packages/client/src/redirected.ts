import { operations } from '@sluice/contract';
import type { OperationName } from '@sluice/contract';
import type { WireAnswer, WireRequest } from './transport.ts';

/** The request that a redirect asks for, where following it is part of the interface; else undefined. */
export function redirected(
  request: WireRequest,
  answer: WireAnswer,
  name: OperationName,
): WireRequest | undefined {
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location, request.url.href)) return undefined;
  const url = new URL(location, request.url);
  if (answer.status === 307 || answer.status === 308) {
    // Credentials and records go only to the service.
    return url.origin === request.url.origin ? { ...request, url } : undefined;
  }
  const isFile = answer.status === 303 && operations[name].answers === 'file';
  if (!isFile || !isSecure(url, request.url)) return undefined;
  // The address is signed, so it needs none of our credentials.
  return { method: 'GET', url, headers: {}, fresh: false, signal: request.signal };
}

/** Over TLS, or from one server of this machine to another. */
function isSecure(url: URL, from: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && isLoopback(from));
}

const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/u.test(hostname);
