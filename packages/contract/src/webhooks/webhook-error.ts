export type WebhookErrorCode =
  /** The receiver's own mistake: it has no secret. */
  | 'no_secret'
  /** The body is no JSON object in UTF-8. */
  | 'malformed'
  /** A name comes twice in one object, so two parsers might read different values. */
  | 'twin_names'
  | 'no_payload'
  | 'no_signature'
  | 'wrong_signature'
  /** Signed correctly, but not a payload of this version of the interface. */
  | 'wrong_payload'
  /** Signed correctly, but too old or too new: perhaps a recording. */
  | 'stale';

/** Why a delivery is refused. The message names the place and the problem, and never a value. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
