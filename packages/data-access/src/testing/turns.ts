import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { beforeEachCall } from './dying.ts';

/** Makes the calls of ports one at a time, in a random order that depends only on the seed. */
export function takingTurns(random: () => number) {
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
  return {
    over: beforeEachCall(turn).over,
    run: async (tasks: readonly Promise<unknown>[], each: () => void = () => undefined): Promise<void> => {
      let isOver = false;
      const all = Promise.all(tasks).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        // By then every task waits for its turn.
        await setImmediate();
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        each();
        next?.();
      }
      await all;
    },
  };
}

/** A store that makes single concurrent calls of each batch, so that others can come between. */
export function oneByOne({ records, lookups, ...others }: Store): Store {
  const each = async <T, R>(values: readonly T[], one: (value: T[]) => Promise<R[]>): Promise<R[]> =>
    (await Promise.all(values.map((value) => one([value])))).flat();
  return {
    ...others,
    records: {
      ...records,
      get: (site, ref) => records.get(site, ref),
      getMany: (site, refs) => each(refs, (ref) => records.getMany(site, ref)),
      write: (site, writes) => each(writes, (write) => records.write(site, write)),
      writeTogether: (...args) => records.writeTogether(...args),
      scan: (...args) => records.scan(...args),
      shard: (...args) => records.shard(...args),
    },
    lookups: {
      find: (site, keys) => each(keys, (key) => lookups.find(site, key)),
      claim: (site, entries) => each(entries, (entry) => lookups.claim(site, entry)),
      reclaim: (...args) => lookups.reclaim(...args),
      add: async (site, entries) => {
        await Promise.all(entries.map((entry) => lookups.add(site, [entry])));
      },
      remove: (...args) => lookups.remove(...args),
    },
  };
}
