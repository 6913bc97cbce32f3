import type { SendResult } from '@sluice/aws-kit/outgoing';

/** Receivers that lately kept a worker waiting: while they rest, others have the workers. */
export interface Resting {
  readonly until: (webhookId: string) => Date | undefined;
  readonly begin: (webhookId: string, ms: number) => void;
}

const unreachableRestMs = 30_000;
const slowMs = 2_000;
const restsAsLong = 4;

/** How long a receiver rests after a try. A slow one leaves four fifths of each worker to others. */
export function restAfter({ kind, durationMs }: SendResult): number {
  if (kind === 'unreachable') return Math.max(unreachableRestMs, durationMs * restsAsLong);
  return durationMs < slowMs ? 0 : durationMs * restsAsLong;
}

/** For one process: each finds out for itself, with one try. */
export function createResting(now: () => Date): Resting {
  const resting = new Map<string, Date>();
  return {
    until: (webhookId) => {
      const until = resting.get(webhookId);
      if (!until || until > now()) return until;
      resting.delete(webhookId);
      return undefined;
    },
    begin: (webhookId, ms) => {
      if (ms > 0) resting.set(webhookId, new Date(now().getTime() + ms));
    },
  };
}
