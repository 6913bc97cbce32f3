import type { Blobs } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';

/** Before the effect, after it, or with half of a batch made. */
export type CrashMode = 'before' | 'after' | 'half';

export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Crashing {
  readonly store: Store;
  readonly blobs: Blobs;
  /** How many effects there were. */
  readonly effects: () => number;
}

/** A store and a bucket that die at the n-th effect, and stay dead: whoever worked with them is gone. */
export function crashAt(store: Store, blobs: Blobs, { at, mode }: { at: number; mode: CrashMode }): Crashing {
  let count = 0;
  let isDead = false;

  const effect = async <T>(run: () => Promise<T>, half: () => Promise<unknown> = run): Promise<T> => {
    if (isDead) throw new Crash();
    count += 1;
    if (count !== at) return run();
    isDead = true;
    if (mode === 'after') await run();
    if (mode === 'half') await half();
    throw new Crash();
  };
  const halfOf = <T>(values: readonly T[]): T[] => values.slice(0, Math.ceil(values.length / 2));

  const { records, lookups, imports } = store;
  return {
    effects: () => count,
    blobs: {
      ...blobs,
      put: (...args) => effect(() => blobs.put(...args)),
      putNew: (...args) => effect(() => blobs.putNew(...args)),
    },
    store: {
      ...store,
      records: {
        ...records,
        write: (site, writes) =>
          effect(
            () => records.write(site, writes),
            () => records.write(site, halfOf(writes)),
          ),
        writeTogether: (...args) => effect(() => records.writeTogether(...args)),
      },
      lookups: {
        ...lookups,
        claim: (site, entries) =>
          effect(
            () => lookups.claim(site, entries),
            () => lookups.claim(site, halfOf(entries)),
          ),
        reclaim: (...args) => effect(() => lookups.reclaim(...args)),
        add: (site, entries) =>
          effect(
            () => lookups.add(site, entries),
            () => lookups.add(site, halfOf(entries)),
          ),
      },
      imports: {
        ...imports,
        create: (...args) => effect(() => imports.create(...args)),
        update: (...args) => effect(() => imports.update(...args)),
      },
    },
  };
}
