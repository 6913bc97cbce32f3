export const webhookErrorCodes = [
  /** The receiver's own mistake: it has no secret. */
  'no_secret',
  /** The body is no JSON object in UTF-8. */
  'malformed',
  /** A name comes twice in one object: two parsers would read two different things. */
  'twin_names',
  'no_payload',
  'no_signature',
  'wrong_signature',
  /** Rightly signed, and not what this version of the interface sends. */
  'wrong_payload',
  /** Rightly signed, and sent at another time: perhaps a recording. */
  'stale',
] as const;
export type WebhookErrorCode = (typeof webhookErrorCodes)[number];

/** Why a delivery is not taken. The message names what and where, and never what was sent. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
