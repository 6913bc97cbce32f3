import { migrationJsonSchema, type ChangingRuns, type RunJson, type WritingRuns } from '@sluice/ledger/views';
import type { History } from './history.ts';

/** The runs that wrote records, as the import history answers. Several writes may be of one run, so each is asked for once. */
export function writingRuns(history: History): WritingRuns & ChangingRuns {
  const starts = new Map<string, string>();
  const whole = new Map<string, RunJson | undefined>();
  return {
    of: (importId) => history.runs({ importId }, () => undefined),
    rows: (runId, of) => history.rows(runId, of),
    allRows: (runId, importId) => history.allRows(runId, importId),
    startedBy: async (migrationId) => {
      const known = starts.get(migrationId);
      if (known !== undefined) return known;
      const path = `/${encodeURIComponent(migrationId)}`;
      const { startedBy } = await history.migrations(path, migrationJsonSchema);
      starts.set(migrationId, startedBy);
      return startedBy;
    },
    undoAskedBy: async (runId, before) => {
      if (!whole.has(runId)) whole.set(runId, await history.run(runId));
      const asked = whole
        .get(runId)
        ?.timeline?.filter(({ type, at }) => type === 'undoRequested' && at <= before);
      return asked?.at(-1)?.data?.by;
    },
  };
}
