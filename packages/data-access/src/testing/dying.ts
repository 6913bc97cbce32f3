import type { RecordStore } from '../store/store.ts';

export class Crash extends Error {
  override readonly name = 'Crash';
}

const batches = ['write', 'claim', 'add'];
const halfOf = (args: readonly unknown[]): unknown[] =>
  args.map((arg) => (Array.isArray(arg) ? arg.slice(0, Math.ceil(arg.length / 2)) : arg));

/**
 * Ports that die at one call, counted over all of them, and stay dead. At `n` the call is not made. At `-n` it is made
 * and its reply is lost. With `half` it makes half of its batch.
 */
export function dyingAt(at: number, half = false) {
  let count = 0;
  let isDead = false;
  const call = async (
    name: string,
    args: unknown[],
    make: (...args: unknown[]) => unknown,
  ): Promise<unknown> => {
    if (isDead) throw new Crash();
    count += 1;
    if (count !== Math.abs(at)) return make(...args);
    isDead = true;
    if (half) await make(...(batches.includes(name) ? halfOf(args) : args));
    else if (at < 0) await make(...args);
    throw new Crash();
  };
  return { calls: () => count, isDead: () => isDead, over: wrapping(call) };
}

/** Ports that await `before` with the number of each call, counted over all of them. */
export function beforeEachCall(before: (call: number) => Promise<void>) {
  let count = 0;
  const over = wrapping(async (_, args, make) => {
    count += 1;
    await before(count);
    return make(...args);
  });
  return { calls: () => count, over };
}

/** No write is answered from now on: the last one is lost until it arrives, when nobody waits any more. */
export function losing(records: RecordStore) {
  const { write } = records;
  let arrive: () => Promise<unknown> = async () => undefined;
  records.write = (...args) => {
    arrive = () => write(...args);
    throw new Error('ETIMEDOUT');
  };
  return {
    arrive: () => arrive(),
    /** Writes are answered again, but the lost one arrives first. */
    answer: () => {
      records.write = async (...args) => (await arrive(), write(...args));
    },
  };
}

type Over = <T extends object>(port: T) => T;

/** Records under a wrapper, with a call for each page of a shard. Scans are not wrapped. */
export const recordsOver = (over: Over, records: RecordStore): RecordStore => ({
  ...over(records),
  scan: records.scan,
  shard: async function* (...shard) {
    const pages = records.shard(...shard)[Symbol.asyncIterator]();
    const calls = over({ page: () => pages.next() });
    for (let page = await calls.page(); page.done !== true; page = await calls.page()) yield page.value;
  },
});

type Call = (name: string, args: unknown[], make: (...args: unknown[]) => unknown) => Promise<unknown>;

/** Wraps a port whose methods return promises: `call` makes each call. */
const wrapping =
  (call: Call) =>
  <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        return (...args: unknown[]) =>
          call(String(name), args, (...made) => Reflect.apply(found, target, made) as unknown);
      },
    });
