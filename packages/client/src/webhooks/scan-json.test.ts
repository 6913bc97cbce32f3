import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { memberTexts } from './scan-json.ts';
import { WebhookError } from '@sluice/contract/webhooks';

const codeOf = (text: string): string => {
  try {
    memberTexts(text);
    return 'read';
  } catch (error) {
    return error instanceof WebhookError ? error.code : String(error);
  }
};

describe('the members of an object are found as they are written', () => {
  test.each<[string, Record<string, string>]>([
    ['{}', {}],
    [' \t\r\n{ } ', {}],
    ['{"a":1.0}', { a: '1.0' }],
    ['{"a" :\n 1e2 , "b":\t-0 }', { a: '1e2', b: '-0' }],
    ['{"b":[1, 2],"a":{"b": {"c":[{}]}}}', { b: '[1, 2]', a: '{"b": {"c":[{}]}}' }],
    ['{"pay\\u006coad":"\\/\\u00e9"}', { payload: '"\\/\\u00e9"' }],
    ['{"a":"}{\\",[:\\\\","b":null}', { a: '"}{\\",[:\\\\"', b: 'null' }],
    ['{"":"","b":true}', { '': '""', b: 'true' }],
    [
      '{"a":["b","c:",{"d":"e"}],"f":12345678901234567890}',
      {
        a: '["b","c:",{"d":"e"}]',
        f: '12345678901234567890',
      },
    ],
  ])('%s', (text, members) => {
    expect(Object.fromEntries(memberTexts(text))).toEqual(members);
  });

  it('by their own names, even the names of every object', () => {
    expect([...memberTexts('{"__proto__":{"a":1},"constructor":2}')]).toEqual([
      ['__proto__', '{"a":1}'],
      ['constructor', '2'],
    ]);
  });
});

describe('it is refused', () => {
  test.each([
    '',
    ' ',
    'null',
    '1',
    '"a"',
    '[]',
    '[{}]',
    '{',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":1}//',
    '\ufeff{}',
    '\u00a0{}',
  ])('as no JSON object: %j', (text) => {
    expect(codeOf(text)).toBe('malformed');
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"\\u0061":1}',
    '{"a":{"b":1,"b":2}}',
    '{"a":[{"b":1},{"b":{"c":[{"d":1,"d":1}]}}]}',
    '{"":1,"":1}',
    '{"__proto__":1,"__proto__":1}',
  ])('when a name comes twice: %s', (text) => {
    expect(codeOf(text)).toBe('twin_names');
  });

  it('not when several objects have the same name', () => {
    expect(codeOf('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":"a"},"a","a"]}')).toBe('read');
  });

  it('when it is nested deeper than anything that is sent', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(codeOf(nested(199))).toBe('read');
    expect(codeOf(nested(200))).toBe('malformed');
    expect(codeOf(nested(500_000))).toBe('malformed');
    expect(codeOf('{"a":'.repeat(100_000))).toBe('malformed');
  });
});

describe('it agrees with JSON.parse', () => {
  const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), {
    noNullPrototype: true,
  });

  it('on the value of each member, however the text is spaced', () => {
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 1, '\t', '\r\n \t'), (object, space) => {
        const text = JSON.stringify(object, undefined, space);
        const members = memberTexts(text);
        const parsed: unknown = JSON.parse(text);
        const read = [...members].map(([name, written]): [string, unknown] => [name, JSON.parse(written)]);
        expect(Object.fromEntries(read)).toEqual(parsed);
        // No byte is lost or changed: each value is in the text as it was found.
        for (const written of members.values()) expect(text).toContain(written);
      }),
      { numRuns: 500 },
    );
  });

  it('on what is JSON, when a text is changed anywhere', () => {
    const changes = fc.tuple(
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '0', ' ', 'é'),
    );
    fc.assert(
      fc.property(objects, changes, (object, [at, removed, added]) => {
        const text = JSON.stringify(object);
        const start = at % text.length;
        const changed = text.slice(0, start) + added + text.slice(start + removed);
        const code = codeOf(changed);
        expect(['read', 'malformed', 'twin_names']).toContain(code);
        expect(code === 'malformed').toBe(!isJsonObject(changed));
      }),
      { numRuns: 3000 },
    );
  });
});

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
