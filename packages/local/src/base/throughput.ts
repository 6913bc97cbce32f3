import { TokenBucket } from './token-bucket.ts';
import * as z from 'zod';
import type { TablePlace, TableShapes } from './table-shape.ts';

const unitsSchema = z.object({ reads: z.number(), writes: z.number() });

export const throughputSchema = z.object({
  /** Units per second of one partition key, of a table or an index. */
  partition: unitsSchema,
  /** Units per second of a table or an index on demand that is not warm. */
  fresh: unitsSchema,
});
export type ThroughputLimits = z.infer<typeof throughputSchema>;

/** Units that a request takes from a table or an index. */
export interface Use extends TablePlace {
  /** The value of the partition key. */
  readonly partition: string;
  readonly kind: 'reads' | 'writes';
}

/** A use, and the buckets of its table and its partition. */
export class Metered {
  readonly table: string;
  readonly index: string | undefined;
  readonly #buckets: readonly TokenBucket[];

  constructor({ table, index }: TablePlace, buckets: readonly TokenBucket[]) {
    this.table = table;
    this.index = index;
    this.#buckets = buckets;
  }

  /** Whether nothing is left for it. */
  get isUsedUp(): boolean {
    return this.#buckets.some(({ tokens }) => tokens <= 0);
  }

  charge(units: number): void {
    for (const bucket of this.#buckets) bucket.charge(units);
  }
}

/** How many partitions this front holds at least before it forgets those that are full again. */
const fewBuckets = 10_000;

/** Counts the units of each partition and table. A request that finds some of them used up is throttled. */
export class Throughput {
  readonly #limits: ThroughputLimits;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();
  #mostBuckets = fewBuckets;

  constructor(limits: ThroughputLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  meter(uses: readonly Use[], shapes: TableShapes): Metered[] {
    return uses.map((use) => new Metered(use, this.#bucketsOf(use, shapes)));
  }

  #bucketsOf({ table, index = '', partition, kind }: Use, shapes: TableShapes): TokenBucket[] {
    const { partition: ofPartition, fresh } = this.#limits;
    const whole = Math.max(fresh[kind], shapes[table]?.warm[kind] ?? 0);
    const place = `${kind} ${table} ${index}`;
    return [this.#bucket(place, whole), this.#bucket(`${place} ${partition}`, ofPartition[kind])];
  }

  #bucket(name: string, rate: number): TokenBucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    if (this.#buckets.size >= this.#mostBuckets) this.#forget();
    const bucket = new TokenBucket(rate, rate, this.#now);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  #forget(): void {
    for (const [name, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(name);
    // When most of them are in use, the next pass waits until there are twice as many.
    this.#mostBuckets = Math.max(fewBuckets, 2 * this.#buckets.size);
  }
}
