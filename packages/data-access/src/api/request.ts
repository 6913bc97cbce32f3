import { ApiError, isJsonObject, limits, parseJson, partBody } from '@sluice/contract';

export interface ApiRequest {
  readonly method: string;
  /** `/getUsers`, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The client's address; empty if it is not known. */
  readonly sourceIp: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A body, split into the common fields and those of the operation, or why it cannot be read. */
export interface ReadBody {
  readonly common: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
  readonly unreadable: ApiError | undefined;
}

export function readBody(text: string, bytesAtMost: number = limits.bodyBytes): ReadBody {
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesAtMost) {
    return unreadable(`body: expected at most ${bytesAtMost} bytes; these are ${bytes}.`);
  }
  // An operation without fields may be called without a body.
  const body = text.trim() === '' ? {} : parseJson(text);
  if (!isJsonObject(body)) return unreadable('body: expected one JSON object, such as {"limit": 10}.');
  const fields = Object.keys(body).length;
  if (fields > limits.bodyFields)
    return unreadable(`body: expected at most ${limits.bodyFields} fields; these are ${fields}.`);
  return { ...partBody(body), unreadable: undefined };
}

const unreadable = (message: string): ReadBody => ({
  common: {},
  own: {},
  unreadable: new ApiError('invalid_request', message),
});
