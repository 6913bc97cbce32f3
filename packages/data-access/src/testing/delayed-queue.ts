import type { MessageQueue } from '../services.ts';

export interface DelayedQueue<M> extends MessageQueue<M> {
  readonly take: () => M | undefined;
  readonly size: () => number;
}

/** A queue whose delays pass by the test's clock. */
export function delayedQueue<M>(now: () => Date): DelayedQueue<M> {
  const waiting: { readonly message: M; readonly at: number }[] = [];
  return {
    send: async (message, delaySeconds = 0) => {
      waiting.push({ message, at: now().getTime() + delaySeconds * 1000 });
    },
    take: () => {
      const found = waiting.findIndex(({ at }) => at <= now().getTime());
      return found < 0 ? undefined : waiting.splice(found, 1)[0]?.message;
    },
    size: () => waiting.length,
  };
}
