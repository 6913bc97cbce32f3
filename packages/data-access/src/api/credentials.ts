import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, apiVersions, commonFields, commonHeaders, limits, parseInput } from '@sluice/contract';
import type { AccessStore, Token } from '../store/access.ts';
import type { ApiRequest, ReadBody } from './request.ts';

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const nobody = new ApiError(
  'unauthorized',
  'Expected the apiKey and apiSecret of a token of this service, in the body or as X-API-Key and X-API-Secret.',
);

/** Whose request it is, or why it is nobody's. An unknown key takes the same path and time as a wrong secret. */
export async function authenticate(
  access: AccessStore,
  { request, body, now }: { request: ApiRequest; body: ReadBody; now: Date },
): Promise<Token | ApiError> {
  const apiKey = credential(request, body, 'apiKey');
  const apiSecret = credential(request, body, 'apiSecret');
  if (apiKey === undefined || apiSecret === undefined) return body.unreadable ?? nobody;
  const token = isKey(apiKey) ? await access.token(apiKey) : undefined;
  const matches = equalHashes(hashSecret(apiSecret), token?.secretHash ?? hashSecret(''));
  if (!token || !matches) return nobody;
  if (token.disabled) return new ApiError('unauthorized', 'This token is disabled.');
  if (token.expiresDate !== null && new Date(token.expiresDate) <= now) {
    return new ApiError('unauthorized', `This token expired on ${token.expiresDate}.`);
  }
  return token;
}

/** A credential sent twice must be the same twice: undefined when it is missing or not. */
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

/** No store could hold, or be asked for, any other. */
const isKey = (apiKey: string): boolean => apiKey.length <= limits.idLength && apiKey.isWellFormed();

function equalHashes(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

const endpoint = commonFields.pick({ endpointId: true });

/** Refuses a version that we do not speak, where none means the first, and an endpointId that could not be one. */
export function checkCommonFields({ headers }: ApiRequest, { common }: ReadBody): void {
  parseInput(endpoint, common);
  parseInput(endpoint, { endpointId: headers[commonHeaders.endpointId.toLowerCase()] });
  const asked = [headers[commonHeaders.apiVersion.toLowerCase()], common['apiVersion']];
  for (const version of asked) {
    if (version === undefined || (typeof version === 'string' && apiVersions.includes(version))) continue;
    throw new ApiError('invalid_request', `apiVersion: expected one of: ${apiVersions.join(', ')}.`);
  }
}
