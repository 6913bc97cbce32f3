import type { HttpRequest } from '@sluice/lambda-kit';

/** What somebody named ana asks of a function for people. */
export const asked = (path: string, body: object = {}): HttpRequest => ({
  method: 'POST',
  path,
  query: {},
  headers: {},
  body: JSON.stringify({ by: 'ana', ...body }),
  sourceIp: '',
});
