import { canary } from './bad-case.ts';

/** JSON that `JSON.stringify` never writes: `written` inserts the text between the marks unchanged. */
const raw = (token: string): string => `@@${token}@@`;
export const written = (body: unknown): string => JSON.stringify(body).replaceAll(/"@@([^"@]*)@@"/g, '$1');

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = canary;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** An object with an own field of that name, whatever the name. */
export const withField = (name: string, value: unknown): object =>
  Object.defineProperty({}, name, { value, enumerable: true });

const texts: readonly string[] = [
  ...['', ' ', '\t\n', canary, ` ${canary} `, `${canary}\u0000`, `\u0001\u0002${canary}\u001f`],
  ...[`${canary}\u007f`, `\ud800${canary}`, `${canary}\udc00`, `\u2028${canary}\u2029`],
  ...[`\u202e${canary}\u200b\ufeff`, `${canary}\ufffd\uffff`, '😀'.repeat(60), 'e\u0301'.repeat(60)],
  ...[canary.repeat(30), canary.repeat(1000), '__proto__', 'constructor', 'toString', 'null'],
  ...['undefined', 'true', '0', '1e3', 'NaN', '[object Object]', '2026-02-30'],
  ...['2026-13-01T00:00:00.000Z', '2026-01-31T25:00:00Z', '+275760-09-13T00:00:00.001Z', '0000-00-00'],
  ...[`${canary}@`, `@${canary}`, `${canary}@${canary}`, `a@b.${canary}.`],
  ...[`'; DROP TABLE ${canary}; --`, `<script>${canary}</script>`, `=${canary}!A1`, `\${${canary}}`],
  ...[`../../${canary}`, `..%2f..%2f${canary}`, `%2e%2e/${canary}`, `${canary}\\..\\..`],
  ...[`C:\\${canary}`, `file:///${canary}`, `https://${canary}.example.org/`],
];

const numbers: readonly unknown[] = [
  ...[0, raw('-0'), 1, -1, 1.5, 1001, raw('1e400'), raw('-1e400'), 1e308, 5e-324],
  ...[raw('9007199254740993'), raw('123456789012345678901234567890'), 8.64e15, 8.64e15 + 2, -8.64e15],
  ...[raw('1E+2'), raw('1.0')],
];

/** Not JSON at all: the whole body is malformed. */
const malformed: readonly unknown[] = [
  'NaN',
  'Infinity',
  '-',
  '01',
  '+1',
  '.5',
  'undefined',
  "'a'",
  '0x10',
].map(raw);

const structures: readonly unknown[] = [
  ...[null, true, false, [], [[]], [null], [canary], [7], [{}], [canary, canary], {}],
  ...[withField('colour', canary), withField('__proto__', { limit: canary })],
  ...[withField('constructor', { prototype: { polluted: canary } }), withField('toString', canary)],
  ...[withField('length', 1), withField('then', canary), withField('toJSON', canary)],
  ...[nested(1000, (inner) => [inner]), nested(1000, (inner) => ({ a: inner }))],
  ...[nested(1000, (inner) => withField('__proto__', inner))],
];

/** Whatever a field may be, most of these are wrong. */
export const wrongValues: readonly unknown[] = [...structures, ...numbers, ...texts, ...malformed];

export const wrongNames: readonly string[] = [
  ...['colour', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'],
  ...['length', 'then', '', ' ', 'Limit', 'id ', '\u0000', '\ud800', '\u202efield', 'a.b', '[0]', '0'],
  ...['-1', 'null', 'x'.repeat(1000)],
];
