import { answerHeaders, type Meta } from '@sluice/contract';
import type { ApiResponse } from './request.ts';

/** An answer holds people's data or secrets: no cache keeps it, no browser guesses its type or asks for it without TLS. */
export const privateHeaders = (meta: Meta) => ({
  ...answerHeaders(meta),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
});

export function envelope(body: { readonly meta: Meta }): ApiResponse {
  const headers = { ...privateHeaders(body.meta), 'Content-Type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(body) };
}
