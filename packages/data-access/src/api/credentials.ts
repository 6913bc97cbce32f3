import { hash, timingSafeEqual } from 'node:crypto';
import { ApiError, apiVersions, commonFields, commonHeaders, limits, parseInput } from '@sluice/contract';
import type { Refusal } from '../services.ts';
import type { AccessStore, Token } from '../store/access.ts';
import { isOrderedId } from '../store/ids.ts';
import type { ApiRequest, ReadBody } from './request.ts';

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

const noToken = new ApiError(
  'unauthorized',
  'Expected the apiKey and apiSecret of a token of this service, in the body or as X-API-Key and X-API-Secret.',
);

/** The token of a request, or why it is refused. An unknown key takes the same path and time as a wrong secret. */
export async function authenticate(
  access: AccessStore,
  { request, body, now }: { request: ApiRequest; body: ReadBody; now: Date },
): Promise<Token | ApiError> {
  const apiKey = credential(request, body, 'apiKey');
  const apiSecret = credential(request, body, 'apiSecret');
  if (apiKey === undefined || apiSecret === undefined) return body.unreadable ?? noToken;
  const token = isKey(apiKey) ? await access.token(apiKey) : undefined;
  const matches = equalHashes(hashSecret(apiSecret), token?.secretHash ?? hashSecret(''));
  if (!token || !matches) return noToken;
  if (token.disabled) return new ApiError('unauthorized', 'This token is disabled.');
  if (token.expiresDate !== null && new Date(token.expiresDate) <= now) {
    return new ApiError('unauthorized', `This token expired on ${token.expiresDate}.`);
  }
  return token;
}

/**
 * A refused call for the log. With refused credentials come the address and the key, so that operators can see who tries. What
 * has not the form of a key is left out: it may be a secret in the wrong field.
 */
export function refusalOf(
  request: ApiRequest,
  { body, ...refusal }: Pick<Refusal, 'code' | 'operation'> & { readonly body: ReadBody | undefined },
): Refusal {
  if (refusal.code !== 'unauthorized') return refusal;
  const apiKey = body && credential(request, body, 'apiKey');
  return {
    ...refusal,
    from: request.sourceIp,
    ...(apiKey !== undefined && isOrderedId(apiKey) && { apiKey }),
  };
}

/** A credential from the headers or the body. Undefined when it is missing, or differs between the two. */
function credential(
  { headers }: ApiRequest,
  { common }: ReadBody,
  name: 'apiKey' | 'apiSecret',
): string | undefined {
  const sent = [headers[commonHeaders[name].toLowerCase()], common[name]].filter(
    (value) => value !== undefined,
  );
  const [first] = sent;
  if (typeof first !== 'string' || first === '') return undefined;
  return sent.every((value) => value === first) ? first : undefined;
}

/** No store can hold any other key. */
const isKey = (apiKey: string): boolean => apiKey.length <= limits.idLength && apiKey.isWellFormed();

function equalHashes(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

const endpoint = commonFields.pick({ endpointId: true });

/** Refuses an unknown version (none means the first) and a malformed endpointId. */
export function checkCommonFields({ headers }: ApiRequest, { common }: ReadBody): void {
  parseInput(endpoint, common);
  parseInput(endpoint, { endpointId: headers[commonHeaders.endpointId.toLowerCase()] });
  const asked = [headers[commonHeaders.apiVersion.toLowerCase()], common['apiVersion']];
  for (const version of asked) {
    if (version === undefined || (typeof version === 'string' && apiVersions.includes(version))) continue;
    throw new ApiError('invalid_request', `apiVersion: expected one of: ${apiVersions.join(', ')}.`);
  }
}
