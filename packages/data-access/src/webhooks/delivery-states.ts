import type { Delivery, DeliveryAttempt, DeliveryState } from '../store/webhook.ts';

export type DeliveryEvent = 'take' | 'deliver' | 'fail' | 'park' | 'redeliver';

/** What may become of a delivery. A lease that is over is taken again. */
export const nextDeliveryState: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  waiting: { take: 'sending', park: 'parked', redeliver: 'waiting' },
  sending: { take: 'sending', deliver: 'delivered', fail: 'waiting', park: 'parked', redeliver: 'waiting' },
  delivered: { redeliver: 'waiting' },
  parked: { redeliver: 'waiting' },
};

/** The delivery after an event, as the table has it; it waits for nothing and nobody sends it, unless `changes` say so. */
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

/** What a message has to do with a delivery. */
export type Turn =
  /** An earlier turn, or there is nothing left to do. */
  | { readonly kind: 'over' }
  /** Not yet, or somebody else is at it: look again then. */
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
