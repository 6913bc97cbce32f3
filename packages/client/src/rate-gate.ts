import type { Answer } from './answer.ts';

const hourMs = 3_600_000;
/** Part of the wait beyond the hour: clocks differ, and many clients shall not return at once. */
const surelyMs = 1000;
const spreadMs = 30_000;

/** When the UTC hour after this time begins, in milliseconds. */
const nextHour = (time: number): number => (Math.floor(time / hourMs) + 1) * hourMs;

/** What answers have reported about the rate: whether the token has a request left in this UTC hour. */
export interface RateGate {
  /** Learns from an answer to a request that was sent at that time. */
  note(answer: Answer, sentAt: number): void;
  /** When the next request may be sent, or undefined when it may be now. */
  closedUntil(now: number): Date | undefined;
}

export function createRateGate(): RateGate {
  let until = 0;
  return {
    note: (answer, sentAt) => {
      if (isSpent(answer)) until = Math.max(until, nextHour(sentAt));
    },
    closedUntil: (now) => (now < until ? new Date(until) : undefined),
  };
}

function isSpent(answer: Answer): boolean {
  if (answer.kind === 'refused') return answer.code === 'too_many_requests';
  // A limit of 0 belongs to an invalid token and means nothing for ours.
  return answer.kind === 'ok' && answer.meta.rateLimitRemaining === 0 && answer.meta.rateLimitLimit !== 0;
}

/** How long to wait for a time to come; `random` from 0 to 1. */
export function waitFor(until: Date, now: number, random: number): number {
  return Math.max(0, until.getTime() - now) + surelyMs + Math.round(random * spreadMs);
}
