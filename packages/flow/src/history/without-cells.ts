import type { HistoryServices } from './runs.ts';

type ReadLedger = Pick<HistoryServices['ledger'], 'runWithProgress' | 'runPage' | 'eventPage'>;

/**
 * The ledger as somebody may read it who sees no values of cells. Its reasons, notes and warnings have none. A proposal has: it
 * lists what stands in a column, and what would be written for it.
 */
export function withoutCells<Read extends ReadLedger>(ledger: Read): Read {
  const reading: ReadLedger = {
    runWithProgress: async (runId) => {
      const found = await ledger.runWithProgress(runId);
      return found && { ...found, run: withoutProposal(found.run) };
    },
    runPage: async (query) => {
      const page = await ledger.runPage(query);
      return { ...page, runs: page.runs.map(withoutProposal) };
    },
    eventPage: async (id, asked) => {
      const page = await ledger.eventPage(id, asked);
      return {
        ...page,
        events: page.events.map((event) => ({ ...event, data: withoutProposal(event.data) })),
      };
    },
  };
  return { ...ledger, ...reading };
}

function withoutProposal<T extends { readonly proposal?: unknown }>({ proposal: _proposal, ...rest }: T) {
  return rest;
}
