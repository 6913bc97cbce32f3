import { Crash } from './crash.ts';

/**
 * Ports that die at one of their calls, counted over all of them, and stay dead: the n-th call is not made, or, given
 * as -n, is made and never answered.
 */
export function dyingAt(at: number) {
  let count = 0;
  let isDead = false;
  const call = async (make: () => unknown): Promise<unknown> => {
    if (isDead) throw new Crash();
    count += 1;
    if (count !== Math.abs(at)) return make();
    isDead = true;
    if (at < 0) await make();
    throw new Crash();
  };
  return {
    calls: () => count,
    isDead: () => isDead,
    /** A port whose methods answer promises. */
    over: <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, name) => {
          const found: unknown = Reflect.get(target, name);
          return typeof found === 'function'
            ? (...args: unknown[]) => call(() => Reflect.apply(found, target, args))
            : found;
        },
      }),
  };
}

/** Ports that report each call before it is made, counted over all of them. */
export function heardAt(before: (call: number) => Promise<void>) {
  let count = 0;
  return {
    calls: () => count,
    over: <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, name) => {
          const found: unknown = Reflect.get(target, name);
          if (typeof found !== 'function') return found;
          return async (...args: unknown[]): Promise<unknown> => {
            count += 1;
            await before(count);
            return Reflect.apply(found, target, args);
          };
        },
      }),
  };
}
