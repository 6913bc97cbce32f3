const statuses: Readonly<Record<string, number>> = {
  unauthorized: 403,
  invalid_request: 400,
  not_found: 404,
  too_many_requests: 429,
  server_error: 500,
};

/** A failure of the interface. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  toError(): object {
    return { code: this.code, message: this.message, status: statuses[this.code] ?? 500 };
  }
}

export const invalid = (message: string): Refusal => new Refusal('invalid_request', message);
