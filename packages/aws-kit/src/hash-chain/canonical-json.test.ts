import { describe, expect, it } from 'vitest';
import { canonicalJson, formerJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('has every key, also __proto__, so that none can be added or changed unnoticed', () => {
    const value = (more: string): unknown => JSON.parse(`{"b":1${more},"a":{"__proto__":2}}`);
    expect(canonicalJson(value(''))).toBe('{"a":{"__proto__":2},"b":1}');
    expect(canonicalJson(value(',"__proto__":{"c":3}'))).toBe(
      '{"__proto__":{"c":3},"a":{"__proto__":2},"b":1}',
    );
  });

  it('sorts names by UTF-16 code units, also those that look like numbers (RFC 8785, 3.2.3)', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6', '10', '!'];
    const sorted = ['\r', '!', '1', '10', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'];
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    expect(canonicalJson(value)).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`);
    // Earlier events were hashed so, and still verify.
    expect(formerJson({ '!': 0, 10: 0, 9: 0 })).toBe('{"9":0,"10":0,"!":0}');
  });

  it('writes numbers and texts as RFC 8785 does (3.2.2)', () => {
    const numbers = [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
    const string = '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/';
    expect(canonicalJson({ numbers, string, literals: [null, true, false] })).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('is that of the value as it is stored: nothing undefined, no half of a surrogate pair', () => {
    const value = { a: undefined, b: ['\ud800', undefined] };
    expect(canonicalJson(value)).toBe('{"b":["\ufffd",null]}');
  });
});
