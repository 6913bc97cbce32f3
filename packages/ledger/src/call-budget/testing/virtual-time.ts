import { setImmediate } from 'node:timers/promises';

export interface VirtualTime {
  now(): Date;
  sleep(ms: number): Promise<void>;
  /** Lets what sleeps wake in order of time, until nothing does or this time (milliseconds since 1970) has come. */
  pass(until: number): Promise<void>;
}

export function createVirtualTime(start: string): VirtualTime {
  let time = Date.parse(start);
  const sleeping: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => new Date(time),
    sleep: (ms) =>
      new Promise((wake) => {
        const at = time + Math.max(0, ms);
        const after = sleeping.findIndex((other) => other.at > at);
        sleeping.splice(after === -1 ? sleeping.length : after, 0, { at, wake });
      }),
    pass: async (until) => {
      for (await setImmediate(); ; await setImmediate()) {
        const next = sleeping[0];
        if (next === undefined || next.at > until) return;
        sleeping.shift();
        time = next.at;
        next.wake();
      }
    },
  };
}
