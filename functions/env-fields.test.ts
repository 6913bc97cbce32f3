import { expect, it } from 'vitest';
import { serverUrl } from './env-fields.ts';

it.each([
  ['https://service.example.com', true],
  ['http://127.0.0.1:4566/v1', true],
  ['http://localhost:4566', true],
  ['http://service.example.com', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost:x@example.com', false],
  ['ftp://127.0.0.1/x', false],
])('credentials go to %s: %s', (url, isTaken) => {
  expect(serverUrl.safeParse(url).success).toBe(isTaken);
});
