import type { Answer } from '@sluice/client';
import type { CallBudget, RateNote } from '@sluice/ledger/call-budget';
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
