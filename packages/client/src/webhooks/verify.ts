import { timingSafeEqual } from 'node:crypto';
import { describeIssues, expectation } from '@sluice/contract';
import { payloadSchema, type Payload } from '@sluice/contract/webhooks';
import { readEnvelope } from './read-envelope.ts';
import { signatureOf } from '@sluice/contract/webhooks';
import { WebhookError } from '@sluice/contract/webhooks';

export interface VerifyOptions {
  /** The secret shown on the webhook's page. */
  readonly secret: string;
  readonly now: Date;
  /** How far `payload.date` may be from now in either direction: five minutes by default, Infinity for any date. */
  readonly toleranceMs?: number | undefined;
}

const fiveMinutes = 5 * 60_000;

/**
 * The payload of a delivery with a valid signature; otherwise it throws a WebhookError with the reason. The signature
 * covers the exact bytes of the payload, so pass the body as received, never a parsed one.
 */
export function verify(body: string | Uint8Array, options: VerifyOptions): Payload {
  const { payload, signature } = readEnvelope(textOf(body));
  if (!sameSignature(signature, signatureOf(payload, options.secret))) {
    throw new WebhookError(
      'wrong_signature',
      'signature is not the HMAC of payload with this secret: another secret, or the body was changed',
    );
  }
  const read = payloadSchema.safeParse(JSON.parse(payload), { error: expectation });
  if (!read.success) throw new WebhookError('wrong_payload', `payload: ${describeIssues(read.error.issues)}`);
  checkDate(read.data, options);
  return read.data;
}

function textOf(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : decoded(body);
  if (text.isWellFormed()) return text;
  throw notUtf8();
}

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new WebhookError('malformed', 'body: expected text in UTF-8');

function sameSignature(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checkDate({ date }: Payload, { now, toleranceMs = fiveMinutes }: VerifyOptions): void {
  // Not `>`: with NaN as the tolerance or time, nothing must pass.
  if (Math.abs(now.getTime() - Date.parse(date)) <= toleranceMs) return;
  throw new WebhookError(
    'stale',
    `payload.date: expected a time within ${toleranceMs / 1000} s of this machine's clock; it is a recording, or a clock is wrong`,
  );
}
