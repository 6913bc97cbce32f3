import { openApiDocument, type OpenApiDocument } from '@sluice/contract/openapi';
import type { ApiRequest, ApiResponse } from './request.ts';

let made: OpenApiDocument | undefined;

/** The answer to `GET /openapi.json`: the interface as OpenAPI 3.1, without credentials, with the requested address. */
export function openApiAnswer(request: ApiRequest, requestId: string): ApiResponse {
  made ??= openApiDocument({ serverUrl: '/' });
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
    body: JSON.stringify({ ...made, servers: [{ url: serverUrl(request.headers) }] }),
  };
}

const hostPattern = /^[a-z0-9.-]{1,255}(?::\d{1,5})?$|^\[[0-9a-f:]{2,45}\](?::\d{1,5})?$/i;

/** The base URL from the headers of API Gateway or of a server without TLS; relative without such headers. */
function serverUrl(headers: ApiRequest['headers']): string {
  const host = headers['host'] ?? '';
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return hostPattern.test(host) ? `${scheme}://${host}` : '/';
}
