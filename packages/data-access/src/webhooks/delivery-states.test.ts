import { describe, expect, it } from 'vitest';
import { aDelivery, at } from '../testing/builders.ts';
import { movedDelivery, turnOf } from './delivery-states.ts';

const now = new Date(at(100));

describe('a delivery', () => {
  it('refuses an event that its table does not have', () => {
    expect(() => movedDelivery(aDelivery(1, { state: 'delivered' }), 'fail')).toThrow('delivered');
  });

  it('is sent when it is due, or when the lease of its sender has expired', () => {
    expect(turnOf(aDelivery(1), 0, now)).toEqual({ kind: 'send' });
    expect(turnOf(aDelivery(1, { nextAttemptAt: at(101) }), 0, now)).toEqual({
      kind: 'wait',
      until: new Date(at(101)),
    });
    const sending = aDelivery(1, { state: 'sending', nextAttemptAt: null });
    expect(turnOf({ ...sending, leaseUntil: at(101) }, 0, now)).toMatchObject({ kind: 'wait' });
    expect(turnOf({ ...sending, leaseUntil: at(100) }, 0, now)).toEqual({ kind: 'send' });
  });

  it('ignores messages of earlier turns, and all messages when it is delivered or parked (invariant 7)', () => {
    expect(turnOf(aDelivery(1, { turn: 2 }), 1, now)).toEqual({ kind: 'over' });
    expect(turnOf(aDelivery(1, { turn: 2 }), 3, now)).toEqual({ kind: 'send' });
    for (const state of ['delivered', 'parked'] as const) {
      expect(turnOf(aDelivery(1, { state }), 9, now)).toEqual({ kind: 'over' });
    }
  });
});
