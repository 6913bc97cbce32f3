import { reasonOf, type Reason } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import { time } from '@sluice/contract/words';
import { isEnded, type Ledger, type LostTime, type Run } from '@sluice/ledger';
import type { Clock } from '../ports.ts';
import { planRealSubmissions } from './plan-real.ts';

interface RestoreServices {
  readonly ledger: Pick<
    Ledger,
    'batches' | 'moveRun' | 'moveSubmission' | 'planRealSubmissions' | 'submissions'
  >;
  readonly lost?: LostTime | undefined;
  /** Whether the lost attempts had a key: like those that are sent now. */
  readonly idempotencyKey?: boolean;
  readonly now: Clock;
}

/**
 * Whether an open run may have gone on in the time that the ledger lost, and its history does not show that yet.
 * @param since when there was something to import: such a run may be new to the ledger
 */
export function mayHaveGoneOn(run: Run, lost: LostTime | undefined, since = run.startedAt): lost is LostTime {
  if (lost === undefined || run.restored?.until === lost.until) return false;
  if (isEnded(run.status) || run.status === 'undoing') return false;
  return Date.parse(since) < Date.parse(lost.until);
}

/** Records in the history of an open run that it may have gone on in the time that the ledger lost. */
export async function markRestored(run: Run, services: RestoreServices, since = run.startedAt): Promise<Run> {
  const { ledger, lost, now } = services;
  if (!mayHaveGoneOn(run, lost, since)) return run;
  const { runId, status } = run;
  const at = now().toISOString();
  if (status === 'importing' || status === 'needs_decision') await assumeSent(runId, at, services);
  const event = { type: 'ledgerRestored', at, ...lost } as const;
  const marked = await ledger.moveRun(runId, event);
  if (marked.moved) log.info('run_of_lost_time', { runId, status });
  return marked.now;
}

/** Batches that waited at the time of the backup may have been sent since: each gets an attempt without an outcome. */
async function assumeSent(
  runId: string,
  at: string,
  { ledger, idempotencyKey = false }: RestoreServices,
): Promise<void> {
  const lost = { owner: 'unknown', leaseUntil: at, ...(idempotencyKey && { keyed: true as const }) };
  await planRealSubmissions(runId, await ledger.submissions(runId), ledger);
  for (const submission of await ledger.submissions(runId)) {
    const { phase, status } = submission;
    if (phase !== 'real' || (status !== 'planned' && status !== 'parked')) continue;
    if (status === 'parked')
      await ledger.moveSubmission(submission, { type: 'requeued', at, reason: 'the ledger was restored' });
    await ledger.moveSubmission(submission, { type: 'sendStarted', at, ...lost });
  }
}

/** Why a person must approve the run, if the ledger was restored. */
export function restoredReasons({ restored }: Pick<Run, 'restored'>): Reason[] {
  return restored === undefined
    ? []
    : [reasonOf('history_restored', { from: time(restored.from), until: time(restored.until) })];
}
