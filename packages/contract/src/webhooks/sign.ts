import { createHmac } from 'node:crypto';
import type { ChangeEvent, Payload } from './events.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * The body of a delivery: `{"payload":…,"signature":"…"}`. The payload is serialized once, and exactly these bytes are
 * signed and sent. Parsing and serializing JSON again would change it (`1.0`, `\u00e9`, the order of numeric keys).
 */
export function signedBody(
  events: readonly ChangeEvent[],
  { date, secret }: { readonly date: Date; readonly secret: string },
): string {
  return signed({ date: date.toISOString(), events: [...events] }, secret);
}

/** The body of a delivery with this payload. */
export function signed(payload: Payload, secret: string): string {
  const text = JSON.stringify(payload);
  return `{"payload":${text},"signature":"${signatureOf(text, secret)}"}`;
}

/** HMAC with SHA-256 over the UTF-8 bytes of a payload as it is written, in lowercase hex. */
export function signatureOf(payload: string, secret: string): string {
  if (secret === '') {
    // Everyone knows the empty key.
    throw new WebhookError('no_secret', 'secret: expected the secret of the webhook, got an empty text');
  }
  return createHmac('sha256', secret).update(payload, 'utf8').digest('hex');
}
