import type { HttpResponse } from './http-function.ts';

const headers = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
};

export function success(value: object): HttpResponse {
  return { status: 200, headers, body: JSON.stringify(value) };
}

export function failure(status: number, code: string, message: string): HttpResponse {
  return { status, headers, body: JSON.stringify({ error: { code, message } }) };
}

/** The parts of a path, decoded. */
export function pathOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A body as JSON. Other text stays text, so that the schema states what was expected. */
export function jsonOf(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
