import { limits } from '@sluice/contract';
import { canary, type BadCase } from './bad-case.ts';
import type { Base } from './bases.ts';
import { verdictOf } from './field-cases.ts';
import { written } from './wrong-values.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const notObjects = [
  ...['null', 'true', '7', '-0', '1e400', '""', `"${canary}"`, '[]', '[{}]', '{}{}', '{} x', '{,}', '{"a"}'],
  ...["{'a':1}", '{a:1}', '{"a":1,}', '// x\n{}', '{"a":0x1}', '\ufeff\ufeff{}', '<xml/>', 'a=b&c=d', canary],
];

/** Bodies that are wrong as a whole: their size, their encoding, their JSON. */
export function bodyCases(base: Base): BadCase[] {
  const { operation, schema, body } = base;
  const good = written(body);
  const made = (
    title: string,
    text: BadCase['body'],
    verdict: BadCase['verdict'],
    ...names: string[]
  ): BadCase => ({
    ...{ title: `${operation}: ${title}`, operation, body: text, verdict },
    ...(names.length > 0 && { names }),
  });
  const of = (title: string, text: string, ...names: string[]) =>
    made(title, text, verdictOf(schema, text), ...names);
  const broken = (title: string, text: BadCase['body'], name = 'body') => made(title, text, 'refused', name);
  const limit = String(limits.bodyBytes);
  const padded = (size: number): string => good + ' '.repeat(size - good.length);
  return [
    made('a body of 3 MiB to the byte', padded(limits.bodyBytes), 'taken'),
    broken('a body of one byte more', padded(limits.bodyBytes + 1), limit),
    broken('a body of 4 MiB', 'x'.repeat(4 * 1024 * 1024), limit),
    of('an unknown field of a megabyte', `{"x":"${'x'.repeat(1024 * 1024)}"}`),
    of(
      'a hundred thousand unknown fields',
      `{${Array.from({ length: 1e5 }, (_, at) => `"f${at}":0`).join()}}`,
    ),
    broken('a list nested a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000)),
    broken('an object that never ends', '{"a":'.repeat(100_000)),
    of('an object nested ten thousand deep', `{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
    broken('truncated after 0 twelfths', '{'),
    ...Array.from({ length: 11 }, (_, at) => good.slice(0, Math.floor((good.length * (at + 1)) / 12)))
      .map((text, at) => broken(`truncated after ${at + 1} twelfths`, text))
      .filter(({ body: text }) => String(text).trim() !== ''),
    ...notObjects.map((text) => broken(text, text)),
    broken('in base64', Buffer.from(good).toString('base64')),
    broken('in UTF-16', Buffer.from(good, 'utf16le')),
    broken('bytes that are no UTF-8', bytes('\xff\xfe\xfd\x80')),
    broken('a NUL before the JSON', `\u0000${good}`),
    broken('JSON twice', good + good),
    made('bytes that are no UTF-8 in a name', bytes('{"\xff\xc0\xaf":1}'), 'refused'),
    broken('bytes that are no UTF-8 in a value', bytes('{"apiVersion":"\xed\xa0\x80"}'), 'apiVersion'),
    broken('a truncated character', bytes('{"apiVersion":"\xe2\x82"}'), 'apiVersion'),
    of(
      'a field twice, of which the last counts',
      `{"apiVersion":"1","apiVersion":"${canary}"}`,
      'apiVersion',
    ),
    of('a field twice, of which the first is wrong', good.replace(/^\{/, '{"apiVersion":7,')),
    of('white space around', ` \r\n\t${good}\n `),
  ];
}

const types = [
  ...[
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    '',
    'x',
    '/',
    canary,
  ],
  ...['multipart/form-data; boundary=x', 'application/json; charset=utf-16'],
];

export function headerCases({ operation, body }: Base): BadCase[] {
  const of = (headers: Record<string, string>, verdict: BadCase['verdict'], names?: string): BadCase => ({
    title: `${operation}: headers ${JSON.stringify(headers).slice(0, 60)}`,
    operation,
    body: written(body),
    headers,
    verdict,
    ...(names !== undefined && { names: [names] }),
  });
  return [
    ...types.map((type) => of({ 'content-type': type }, 'taken')),
    ...['', ' ', '2', '1.0', '1,1', canary, '__proto__', 'é'].map((version) =>
      of({ 'x-api-version': version }, 'refused', 'apiVersion'),
    ),
    ...[canary, 'x'.repeat(150)].map((endpoint) => of({ 'x-endpoint-id': endpoint }, 'taken')),
    of({ 'x-endpoint-id': '' }, 'refused', 'endpointId'),
    ...['', canary, 'key, key', '__proto__', 'x'.repeat(5000), 'é'].flatMap((value) => [
      of({ 'x-api-key': value }, 'unauthorized'),
      of({ 'x-api-secret': value }, 'unauthorized'),
    ]),
    ...['content-length', 'transfer-encoding', 'x-forwarded-for', 'x-http-method-override', '__proto__x'].map(
      (name) => of({ [`x-odd-${name}`]: canary }, 'taken'),
    ),
    ...(operation === 'import'
      ? ['', 'x'.repeat(256)].map((key) => of({ 'idempotency-key': key }, 'refused', 'Idempotency-Key'))
      : []),
  ];
}

const keys: readonly string[] = [
  ...['../', '..\\', './', '/', '//', '%2e%2e%2f', '%252e%252e%252f', '..%c0%af', '....//', '~/', 'C:\\'],
  ...['\\\\host\\', 'file:///', 'http://169.254.169.254/', 'documents/', '\u0000', '\n', ' ', '?', '#', '*'],
  ...['＊', '．．／'],
];

export function keyCases({ operation, body }: Base, otherKey: string): BadCase[] {
  const key = String(body['key']);
  const all = [
    ...keys.flatMap((trick) => [trick + key, key + trick, `${trick}${trick}etc/passwd`, `x/${trick}${key}`]),
    ...[otherKey, `../${otherKey}`, key.toUpperCase(), key.slice(1), `${key}${key}`, key.repeat(200)],
  ];
  return all.map((each, at) => ({
    title: `downloadFile: a trick with the key: ${at}`,
    operation,
    body: written({ key: each }),
    verdict: 'refused' as const,
    names: ['key'],
  }));
}
