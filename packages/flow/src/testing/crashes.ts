/** The process died here. What came before it has happened. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Crashes {
  /** The same port, whose every call is an effect that may be the last one. */
  watch<Port extends object>(port: Port): Port;
  /** Begins an invocation that dies right after its nth effect, from 1; without a number it lives. */
  begin(crashAfter?: number): void;
  /** How many effects the invocation has had. */
  effects(): number;
}

/** Lets an invocation die after a chosen effect: the effect has happened, and nothing after it does. */
export function createCrashes(): Crashes {
  let [count, last] = [0, Infinity];

  async function perform(effect: () => unknown): Promise<unknown> {
    if (count >= last) throw new Crash('dead');
    const result = await effect();
    count += 1;
    if (count >= last) throw new Crash('died');
    return result;
  }

  return {
    watch: (port) =>
      new Proxy(port, {
        get: (target, name, receiver) => {
          const method: unknown = Reflect.get(target, name, receiver);
          // Streams are read from, which is no effect.
          if (
            typeof method !== 'function' ||
            name === 'stream' ||
            name === 'records' ||
            name === 'forgetCredentials'
          )
            return method;
          return (...args: unknown[]) => perform(() => Reflect.apply(method, target, args));
        },
      }),
    begin: (crashAfter = Infinity) => {
      [count, last] = [0, crashAfter];
    },
    effects: () => count,
  };
}
