import { operations } from '@sluice/contract';
import type { OperationName } from '@sluice/contract';
import type { Answer } from './answer.ts';

/** Waits up to 0.5, 1, 2, 4, then 8 s: a random part of each, so that clients do not all return at once. */
const firstWaitMs = 500;
const longestWaitMs = 8000;

/** Whether to repeat a call at once. It must do nothing twice. For a spent rate see `RateGate`. */
export function mayRepeat(name: OperationName, answer: Answer): boolean {
  if (answer.kind === 'noAnswer' && answer.sent === 'no') return true;
  if (operations[name].permission === 'write') return false;
  switch (answer.kind) {
    case 'ok':
      return false;
    case 'refused':
      return answer.code === 'server_error';
    case 'intermediary':
      return answer.httpStatus >= 500 || passing.has(answer.httpStatus);
    default:
      return true;
  }
}

/** A page for people with HTTP 200, a timeout, too many requests: not a verdict on what was sent. */
const passing: ReadonlySet<number> = new Set([200, 408, 429]);

/** `tried` is how many tries there were, `random` from 0 to 1. */
export function waitBefore(tried: number, random: number): number {
  return Math.round(random * Math.min(longestWaitMs, firstWaitMs * 2 ** (tried - 1)));
}
