import type { RunStatus } from '@sluice/ledger';
import { isAtRest, type RunJson, type RunProgressJson } from './run-json.ts';
import { counted } from '@sluice/mail/words';
import type { ProgressStep } from '../io/services.ts';

const labels: Partial<Record<RunStatus, string>> = {
  reading: 'reading the sheet',
  queued: 'waiting for its turn',
  checking: 'checking (dry run)',
  importing: 'importing',
};

type Shown = Pick<RunProgressJson, 'status' | 'progress' | 'counts' | 'blockedBy' | 'eta' | 'quietUntil'>;

/** How far a run is. Each batch counts twice, for the dry run and the import; a run at rest is done. */
export function progressOf(run: Shown): ProgressStep {
  const label = labels[run.status] ?? run.status.replaceAll('_', ' ');
  const { batches: all, checked, imported } = run.progress ?? { batches: 0, checked: 0, imported: 0 };
  const rows = run.counts.read === 0 ? '' : counted(run.counts.read, 'row');
  if (isAtRest(run)) return { label, part: 1, detail: rows };
  if (run.blockedBy !== undefined) return waiting(label, run.blockedBy);
  if (run.quietUntil !== undefined) return quiet(label, run.quietUntil);
  if (all === 0 || run.status === 'reading') return { label, part: 0, detail: rows };
  const done = run.status === 'importing' ? imported : checked;
  const batches = `${done} of ${all} ${all === 1 ? 'batch' : 'batches'}`;
  const part = (checked + imported) / (2 * all);
  return { label, part, detail: [batches, rows, etaText(run)].filter((words) => words !== '').join(', ') };
}

/** To the minute, in UTC. */
function etaText({ eta }: Pick<RunJson, 'eta'>): string {
  return eta === undefined || eta === null ? '' : `ends about ${eta.slice(0, 16)}Z`;
}

function waiting(label: string, blockedBy: string): ProgressStep {
  return { label, part: 0, detail: `run ${blockedBy} goes first: it writes to the same kind of records` };
}

function quiet(label: string, until: string): ProgressStep {
  const detail = `begins at ${until.slice(0, 19)}Z: until then an import without an answer may still write records`;
  return { label, part: 0, detail };
}
