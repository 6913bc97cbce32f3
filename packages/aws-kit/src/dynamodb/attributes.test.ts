import { describe, expect, it } from 'vitest';
import { attributesOf, itemOf } from './attributes.ts';

const item = {
  pk: 'R#site#user#3',
  empty: '',
  v: 12,
  half: -0.5,
  d: false,
  none: null,
  r: new Uint8Array([0, 127, 255]),
  list: ['a', 1, [true, null]],
  inner: { name: 'Zoë', deep: { n: 0 } },
};

describe('the values of items in batches', () => {
  it('go out with their types', () => {
    expect(attributesOf(item)).toEqual({
      pk: { S: 'R#site#user#3' },
      empty: { S: '' },
      v: { N: '12' },
      half: { N: '-0.5' },
      d: { BOOL: false },
      none: { NULL: true },
      r: { B: new Uint8Array([0, 127, 255]) },
      list: { L: [{ S: 'a' }, { N: '1' }, { L: [{ BOOL: true }, { NULL: true }] }] },
      inner: { M: { name: { S: 'Zoë' }, deep: { M: { n: { N: '0' } } } } },
    });
  });

  it('come back as they went out', () => {
    expect(itemOf(attributesOf(item))).toEqual(item);
  });

  it('are left out when they are undefined', () => {
    expect(attributesOf({ pk: 'a', sk: undefined })).toEqual({ pk: { S: 'a' } });
  });

  it('are refused when no item can have them, and when no item here has them', () => {
    expect(() => attributesOf({ now: () => 1 })).toThrow('An item cannot have a function.');
    expect(() => itemOf({ set: { SS: ['a'] } })).toThrow('of a kind that no item here has');
  });
});
