import { createHash } from 'node:crypto';
import type { Answer } from '@sluice/client';
import { resetAfter, type CallBudget, type RateNote } from '@sluice/call-budget';
import type { SubmissionRef } from '@sluice/ledger';
import type { Service } from '../ports.ts';

/** The same service; what its answers tell of the hourly limit goes into the budget. */
export function recordingRates(budget: Pick<CallBudget, 'begin'>, service: Service): Service {
  async function heard<A extends Answer>(call: () => Promise<A>): Promise<A> {
    const hear = budget.begin();
    let note: RateNote | undefined;
    try {
      const answer = await call();
      note = noteOf(answer);
      return answer;
    } finally {
      hear(note);
    }
  }
  return {
    ...service,
    connect: async () => {
      const calls = await service.connect();
      return {
        import: (input, options) => heard(() => calls.import(input, options)),
        importStatus: (importId) => heard(() => calls.importStatus(importId)),
      };
    },
  };
}

function noteOf(answer: Answer): RateNote | undefined {
  return answer.kind === 'ok' || answer.kind === 'refused' ? answer.meta : undefined;
}

/** Of a refusal for want of calls: when there are calls again, as far as the server tells a limit. */
export function callsAgain(answer: Answer, now: Date): Date | undefined {
  const isSpent = answer.kind === 'refused' && answer.code === 'too_many_requests';
  return isSpent && (answer.meta.rateLimitLimit ?? 0) > 0 ? resetAfter(now) : undefined;
}

/** Surely past the hour, since clocks differ, and spread over half a minute: one batch always the same part of it. */
export function spread(reset: Date, { runId, batch }: Pick<SubmissionRef, 'runId' | 'batch'>): Date {
  const [high = 0, low = 0] = createHash('sha256').update(`${runId} ${batch}`).digest();
  return new Date(reset.getTime() + 1000 + Math.round(((high * 256 + low) / 65_536) * 30_000));
}
