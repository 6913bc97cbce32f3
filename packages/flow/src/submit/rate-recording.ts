import { createHash } from 'node:crypto';
import type { Answer } from '@sluice/client';
import { resetAfter, type CallBudget, type RateNote } from '@sluice/ledger/call-budget';
import type { SubmissionRef } from '@sluice/ledger';
import type { Service } from '../ports.ts';

/** The same service. The budget receives the hourly limit that its answers state. */
export function recordingRates(budget: Pick<CallBudget, 'begin'>, service: Service): Service {
  async function recorded<A extends Answer>(call: () => Promise<A>): Promise<A> {
    const record = budget.begin();
    let note: RateNote | undefined;
    try {
      const answer = await call();
      note = noteOf(answer);
      return answer;
    } finally {
      await record(note);
    }
  }
  return {
    ...service,
    connect: async () => {
      const calls = await service.connect();
      return {
        import: (input, options) => recorded(() => calls.import(input, options)),
        importStatus: (importId) => recorded(() => calls.importStatus(importId)),
        downloadFile: (key) => recorded(() => calls.downloadFile(key)),
      };
    },
  };
}

function noteOf(answer: Answer): RateNote | undefined {
  return answer.kind === 'ok' || answer.kind === 'refused' ? answer.meta : undefined;
}

/** When the hourly limit resets, if the answer refused a call because none is left. With calls left, a short pause is enough. */
export function resetFor(answer: Answer, now: Date): Date | undefined {
  if (answer.kind !== 'refused' || answer.code !== 'too_many_requests') return undefined;
  const { rateLimitLimit = 0, rateLimitRemaining } = answer.meta;
  return rateLimitLimit > 0 && rateLimitRemaining === 0 ? resetAfter(now) : undefined;
}

/** A second past the reset, since clocks differ, and then spread over half a minute. The same for every try of a batch. */
export function resumeTime(reset: Date, { runId, batch }: Pick<SubmissionRef, 'runId' | 'batch'>): Date {
  const [high = 0, low = 0] = createHash('sha256').update(`${runId} ${batch}`).digest();
  return new Date(reset.getTime() + 1000 + Math.round(((high * 256 + low) / 65_536) * 30_000));
}
