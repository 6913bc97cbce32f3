import { describe, expect, it } from 'vitest';
import { dropperAddress, dropperText } from './dropper-text.ts';

describe('the address of a dropper', () => {
  it.each([
    ['AWS:AROAEXAMPLE:ana@example.org', undefined, 'ana@example.org'],
    ['AWS:AROAEXAMPLE:ana', undefined, undefined],
    ['AWS:AIDAEXAMPLE', undefined, undefined],
    ['ana@example.org', 'AWS:AIDAEXAMPLE', undefined],
    ['arn:aws:iam::123456789012:user/ana@example.org', 'AWS:AIDAEXAMPLE', undefined],
    ['dana@example.org', 'person:p-1', 'dana@example.org'],
    ['AWS:AROAEXAMPLE:a,b@example.org', undefined, undefined],
  ])(
    'is an address only where AWS itself names the session by one: %s, %s',
    (droppedBy, principal, address) => {
      expect(dropperAddress({ droppedBy, principal })).toBe(address);
    },
  );
});

it.each([
  ['AWS:AROAEXAMPLE:ana', undefined, 'AWS:AROAEXAMPLE:ana'],
  ['ana', 'AWS:AIDAEXAMPLE', 'AWS:AIDAEXAMPLE (gave the name ana)'],
  ['dana@example.org', 'person:p-1', 'dana@example.org'],
])('the dropper %s, with the principal %s, is shown as %s', (droppedBy, principal, shown) => {
  expect(dropperText({ droppedBy, principal })).toBe(shown);
});
