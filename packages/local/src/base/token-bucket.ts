/** Tokens for a rate: as many as `burst` at first, and `rate` more each second. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  /** @param now milliseconds */
  constructor(rate: number, burst: number, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  get tokens(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) * this.#rate) / 1000);
    this.#at = now;
    return this.#tokens;
  }

  get isFull(): boolean {
    return this.tokens >= this.#burst;
  }

  /** Takes tokens, also more than there are: the rest is a debt. */
  charge(tokens: number): void {
    this.#tokens = this.tokens - tokens;
  }

  /** Takes one token, if there is one. */
  take(): boolean {
    if (this.tokens < 1) return false;
    this.charge(1);
    return true;
  }
}
