import { counted, number, printable, time } from '@sluice/contract/words';
import type { RunStatus } from '@sluice/ledger';
import { isAtRest, type RunProgressJson } from '@sluice/ledger/views';
import { leftText } from './duration.ts';
import { statusWords } from './status.ts';

const labels: Partial<Record<RunStatus, string>> = {
  reading: 'reading the sheet',
  queued: 'waiting for its turn',
  checking: 'checking (dry run)',
  importing: 'importing',
};

type Shown = Pick<
  RunProgressJson,
  'status' | 'progress' | 'counts' | 'migration' | 'blockedBy' | 'eta' | 'quietUntil' | 'undo' | 'reason'
>;

export interface ProgressStep {
  /** One to three words. */
  readonly label: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly detail: string;
}

export interface When {
  readonly now: Date;
  /** The place of a waiting run in the queue, where that is known. */
  readonly queue?: string | undefined;
}

/** How far a run is. Each batch counts twice, for the dry run and the import; a run at rest is done. */
export function progressStep(run: Shown, { now, queue }: When): ProgressStep {
  const label = labels[run.status] ?? statusWords(run);
  const { batches: all, checked, imported } = run.progress ?? { batches: 0, checked: 0, imported: 0 };
  const rows = run.counts.read === 0 ? '' : counted(run.counts.read, 'row');
  if (isAtRest(run)) return { label, part: 1, detail: rows };
  if (run.blockedBy !== undefined)
    return { label, part: 0, detail: queue ?? `run ${run.blockedBy.slice(0, 8)} goes first` };
  if (run.quietUntil !== undefined) return { label, part: 0, detail: quiet(run.quietUntil) };
  if (run.status === 'undoing') return { label, ...undoProgress(run) };
  if (all === 0 || run.status === 'reading') return { label, part: 0, detail: rows };
  const done = run.status === 'importing' ? imported : checked;
  const batches = `${number(done)} of ${counted(all, 'batch', 'batches')}`;
  const facts = [batches, rows, run.reason ? printable(run.reason) : leftText(run.eta, now)];
  return {
    label,
    part: (checked + imported) / (2 * all),
    detail: facts.filter((words) => words !== '').join(', '),
  };
}

/** In records. A row may have made several, so it is never said to be done before it is. */
function undoProgress({ counts, undo }: Pick<Shown, 'counts' | 'undo'>): Omit<ProgressStep, 'label'> {
  const { reversed, kept, failed } = undo ?? { reversed: 0, kept: 0, failed: 0 };
  const done = reversed + kept + failed;
  const written = counts.created + counts.updated + counts.deleted + counts.landed;
  return { part: done / (Math.max(done, written) + 1), detail: `${counted(done, 'record')} so far` };
}

/** Below a sentence that says what it does: `50 %, 1 of 2 batches, 3 rows, 40 s left`. */
export function progressLine(run: Shown, when: When): string {
  const { part, detail } = progressStep(run, when);
  return [part === 0 ? '' : `${Math.floor(100 * part)} %`, detail].filter((words) => words !== '').join(', ');
}

const quiet = (until: string): string =>
  `begins at ${time(until)}: until then an import without an answer may still write records`;
