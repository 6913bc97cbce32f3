import type { Delivery, DeliveryAttempt, DeliveryState } from '../store/webhook.ts';

export type DeliveryEvent = 'take' | 'deliver' | 'fail' | 'park' | 'redeliver';

/** The transitions of a delivery. An expired lease can be taken again. */
const nextDeliveryState: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  waiting: { take: 'sending', park: 'parked', redeliver: 'waiting' },
  sending: { take: 'sending', deliver: 'delivered', fail: 'waiting', park: 'parked', redeliver: 'waiting' },
  delivered: { redeliver: 'waiting' },
  parked: { redeliver: 'waiting' },
};

/** The delivery after an event, by the table. It has no lease and no next attempt unless `changes` set them. */
export function movedDelivery(
  delivery: Delivery,
  event: DeliveryEvent,
  changes: Partial<Delivery> = {},
): Delivery {
  const state = nextDeliveryState[delivery.state][event];
  if (state === undefined) {
    throw new TypeError(`A delivery that is ${delivery.state} cannot take the event ${event}.`);
  }
  return {
    ...delivery,
    nextAttemptAt: null,
    leaseUntil: null,
    ...changes,
    state,
    version: delivery.version + 1,
  };
}

const attemptsKept = 10;

export const withAttempt = ({ attempts }: Delivery, attempt: DeliveryAttempt): DeliveryAttempt[] =>
  [...attempts, attempt].slice(-attemptsKept);

export type Turn =
  /** The message is of an earlier turn, or the delivery has ended. */
  | { readonly kind: 'over' }
  /** It is too early, or another worker sends it. Try again then. */
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'send' };

export function turnOf(delivery: Delivery, turn: number, now: Date): Turn {
  if (turn < delivery.turn || delivery.state === 'delivered' || delivery.state === 'parked') {
    return { kind: 'over' };
  }
  const until = delivery.state === 'sending' ? delivery.leaseUntil : delivery.nextAttemptAt;
  if (until !== null && new Date(until) > now) return { kind: 'wait', until: new Date(until) };
  return { kind: 'send' };
}
