import { memberTexts } from './scan-json.ts';
import { WebhookError } from '@sluice/contract/webhooks';

export interface Envelope {
  /** The payload as it is written in the body, to the byte. */
  readonly payload: string;
  readonly signature: string;
}

/** Splits a body without serializing any part again. */
export function readEnvelope(text: string): Envelope {
  const members = memberTexts(text);
  const payload = members.get('payload');
  if (payload === undefined) {
    throw new WebhookError('no_payload', 'payload: expected an object; the body has no such field');
  }
  const written = members.get('signature');
  const signature: unknown = written === undefined ? undefined : JSON.parse(written);
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/u.test(signature)) {
    throw new WebhookError('no_signature', 'signature: expected 64 lowercase hex digits');
  }
  return { payload, signature };
}
