import type { HttpResponse } from '@sluice/lambda-kit';

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

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
