/** Receivers that lately did not answer: while they rest, others have the workers that they would keep waiting. */
export interface Resting {
  readonly until: (webhookId: string) => Date | undefined;
  readonly begin: (webhookId: string) => void;
}

const restMs = 30_000;

/** Of one process: each finds out for itself, with one try. */
export function createResting(now: () => Date): Resting {
  const resting = new Map<string, Date>();
  return {
    until: (webhookId) => {
      const until = resting.get(webhookId);
      if (!until || until > now()) return until;
      resting.delete(webhookId);
      return undefined;
    },
    begin: (webhookId) => {
      resting.set(webhookId, new Date(now().getTime() + restMs));
    },
  };
}
