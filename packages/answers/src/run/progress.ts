import { printable } from '@sluice/contract/words';
import { isAtRest, type RunProgressJson } from '@sluice/ledger/views';
import { run as english, type RunMessages } from '../messages/run.ts';
import { leftText } from './duration.ts';
import { statusWords } from './status.ts';

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

interface When {
  readonly now: Date;
  /** The place of a waiting run in the queue, where that is known. */
  readonly queue?: string | undefined;
}

/** How far a run is. Each batch counts twice, for the dry run and the import; a run at rest is done. */
export function progressStep(
  run: Shown,
  { now, queue }: When,
  messages: RunMessages = english,
): ProgressStep {
  const says = messages.progress;
  const label = labelOf(run, messages);
  const { batches: all, checked, imported } = run.progress ?? { batches: 0, checked: 0, imported: 0 };
  const rows = run.counts.read === 0 ? '' : says.rows(run.counts.read);
  if (isAtRest(run)) return { label, part: 1, detail: rows };
  if (run.blockedBy !== undefined)
    return { label, part: 0, detail: queue ?? says.goesFirst(run.blockedBy.slice(0, 8)) };
  if (run.quietUntil !== undefined) return { label, part: 0, detail: says.quiet(run.quietUntil) };
  if (run.status === 'undoing') {
    const { done, part } = undoProgress(run);
    return { label, part, detail: says.undone(done) };
  }
  if (all === 0 || run.status === 'reading') return { label, part: 0, detail: rows };
  const done = run.status === 'importing' ? imported : checked;
  const waits = run.reason ? printable(run.reason) : leftText(run.eta, now, says);
  const facts = [says.batches(done, all), rows, waits];
  return {
    label,
    part: (checked + imported) / (2 * all),
    detail: facts.filter((words) => words !== '').join(', '),
  };
}

function labelOf(run: Shown, messages: RunMessages): string {
  const { reading, queued, checking, importing } = messages.progress;
  const labels: Partial<Record<Shown['status'], string>> = { reading, queued, checking, importing };
  return labels[run.status] ?? statusWords(run, messages);
}

/** In records. A row may have made several, so it is never said to be done before it is. */
function undoProgress({ counts, undo }: Pick<Shown, 'counts' | 'undo'>): { done: number; part: number } {
  const { reversed, kept, failed } = undo ?? { reversed: 0, kept: 0, failed: 0 };
  const done = reversed + kept + failed;
  const written = counts.created + counts.updated + counts.deleted + counts.landed;
  return { done, part: done / (Math.max(done, written) + 1) };
}

/** Below a sentence that says what it does: `50 %, 1 of 2 batches, 3 rows, 40 s left`. */
export function progressLine(run: Shown, when: When): string {
  const { part, detail } = progressStep(run, when);
  return [part === 0 ? '' : `${Math.floor(100 * part)} %`, detail].filter((words) => words !== '').join(', ');
}
