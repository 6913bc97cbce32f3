import { TokenBucket } from '../base/token-bucket.ts';

/** Requests per second, and how many more at once. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** API Gateway gives an account no more than this. */
export const accountRate: Rate = { rate: 10_000, burst: 5000 };

/** The throttles of an API's stage: each route has its own bucket, with its own rate or the usual one. */
export class Throttle {
  readonly #rateOf: (routeKey: string) => Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rateOf: (routeKey: string) => Rate) {
    this.#rateOf = rateOf;
  }

  admits(routeKey: string): boolean {
    let bucket = this.#buckets.get(routeKey);
    if (bucket === undefined) {
      const { rate, burst } = this.#rateOf(routeKey);
      bucket = new TokenBucket(rate, burst);
      this.#buckets.set(routeKey, bucket);
    }
    return bucket.take();
  }
}
