import type { RateBudget } from '../rate-budget.ts';

/** A time in seconds from the start of the tests' day. */
export function second(n: number): string {
  return new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
}

/** A limit of a thousand calls an hour, with none made. */
export function aRateBudget(overrides: Partial<RateBudget> = {}): RateBudget {
  return {
    target: 'https://service.example',
    limit: 1000,
    hour: second(0),
    free: 1000,
    given: { send: 0, poll: 0 },
    reportedAt: second(0),
    blocks: [],
    version: 1,
    ...overrides,
  };
}
