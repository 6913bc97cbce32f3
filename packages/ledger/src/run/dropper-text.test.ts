import { describe, expect, it } from 'vitest';
import { dropperAddress } from './dropper-text.ts';

describe('the address of a dropper', () => {
  it.each([
    ['AWS:AROAEXAMPLE:ana@example.org', undefined, 'ana@example.org'],
    ['AWS:AROAEXAMPLE:ana', undefined, undefined],
    ['AWS:AIDAEXAMPLE', undefined, undefined],
    ['ana@example.org', 'AWS:AIDAEXAMPLE', undefined],
    ['arn:aws:iam::123456789012:user/ana@example.org', 'AWS:AIDAEXAMPLE', undefined],
    ['AWS:AROAEXAMPLE:a,b@example.org', undefined, undefined],
  ])(
    'is an address only where AWS itself names the session by one: %s, %s',
    (droppedBy, principal, address) => {
      expect(dropperAddress({ droppedBy, principal })).toBe(address);
    },
  );
});
