import {
  isEnded,
  rowClasses,
  type RunEventInput,
  type Counts,
  type EndedStatus,
  type Ledger,
  type Run,
  type RunEvent,
  type Submission,
  type SubmissionEvent,
} from '@sluice/ledger';
import { measure, secondsBetween, type FlowMetric } from './metrics.ts';
import { measureMailEvent } from './metered-ports.ts';

/**
 * The same ledger. Measures its moves: every step of the flow writes its facts there, so this is the only place that counts
 * them. If a process dies in between, or a reply is lost, a number may be missing or counted twice. The ledger itself is exact.
 */
export function meteredLedger(ledger: Ledger): Ledger {
  return {
    ...ledger,
    beginRun: async (facts) => {
      const begun = await ledger.beginRun(facts);
      if (begun.created) measure({ RunsStarted: 1 }, { runId: begun.run.runId });
      return begun;
    },
    moveRun: async (runId, event) => {
      const moved = await ledger.moveRun(runId, event);
      if (moved.moved) measureRun(moved.now, event);
      return moved;
    },
    moveSubmission: async (ref, event, known) => {
      const moved = await ledger.moveSubmission(ref, event, known);
      if (moved.moved) measureSubmission(moved.now, event);
      return moved;
    },
  };
}

const runMetric: Record<EndedStatus, FlowMetric> = {
  succeeded: 'RunsSucceeded',
  partly_succeeded: 'RunsPartlySucceeded',
  rejected: 'RunsRejected',
  failed: 'RunsFailed',
  duplicate: 'RunsDuplicate',
  superseded: 'RunsSuperseded',
  cancelled: 'RunsCancelled',
  undone: 'RunsUndone',
};

const rowMetric: Record<keyof Counts, FlowMetric> = {
  read: 'RowsRead',
  created: 'RowsCreated',
  updated: 'RowsUpdated',
  unchanged: 'RowsUnchanged',
  deleted: 'RowsDeleted',
  landed: 'RowsLanded',
  skipped: 'RowsSkipped',
  filtered: 'RowsFiltered',
  failed: 'RowsFailed',
  notAttempted: 'RowsNotAttempted',
  unknown: 'RowsUnknown',
};

/** The events that end a run: one that has ended refuses them, so each end is measured once. */
const ends: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'rejected',
  'duplicate',
  'superseded',
  'finished',
  'cancelled',
  'undone',
]);

function measureRun(run: Run, event: RunEventInput): void {
  const { runId, status, startedAt, finishedAt } = run;
  if (event.type === 'decisionNeeded') measure({ DecisionsRequested: 1 }, { runId });
  if (event.type === 'mailEvent') measureMailEvent(event.kind, { runId });
  if (!ends.has(event.type) || !isEnded(status)) return;
  const isDryRun = run.migration?.dryRun === true && status === 'rejected';
  measure({ [isDryRun ? 'RunsDryRun' : runMetric[status]]: 1 }, { runId, status });
  // The rows of an undone run were counted at its first end.
  if (event.type === 'undone' || isDryRun) return;
  measure({ ...rowsOf(run.counts), RunSeconds: secondsBetween(startedAt, finishedAt) }, { runId, status });
}

/** A duplicate or superseded run has no rows, since another run imports them. */
function rowsOf(counts: Counts | undefined): Partial<Record<FlowMetric, number>> {
  const classes = ['read', ...rowClasses] as const;
  return Object.fromEntries(
    classes.flatMap((name) => (counts?.[name] ? [[rowMetric[name], counts[name]]] : [])),
  );
}

function measureSubmission(submission: Submission, event: SubmissionEvent): void {
  const { runId, batch, phase, attempts } = submission;
  const isReal = phase === 'real';
  const facts = { runId, batch, phase };
  const metrics: Partial<Record<SubmissionEvent['type'], FlowMetric | undefined>> = {
    sendStarted: isReal ? 'ImportsSent' : 'DryRunsSent',
    ended: isReal ? 'ImportsEnded' : 'DryRunsEnded',
    accepted: 'BatchesAccepted',
    parked: 'BatchesParked',
    deferred: 'BatchesDeferred',
    ...(isReal && { ambiguous: 'ImportsAmbiguous', leaseExpired: 'ImportsAmbiguous' }),
  };
  const name = metrics[event.type];
  if (name === undefined) return;
  const sentAt = isReal && event.type === 'ended' ? attempts.at(-1)?.sentAt : undefined;
  measure({ [name]: 1, ImportSeconds: secondsBetween(sentAt, event.at) }, facts);
}
