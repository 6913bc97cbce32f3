import { reasonOf, type Reason } from '@sluice/contract';
import { approvalReasons, railsCrossed, type ApprovalRule } from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import {
  checkOf,
  isApproved,
  mayAsk,
  planOf,
  previewedRecords,
  toRecheck,
  warnedRows,
  type Run,
} from '@sluice/ledger';
import { approvalRuleOf } from '../read/run-settings.ts';
import { whyOf } from '../run-reason.ts';
import { restoredReasons } from '../attempts/mark-restored.ts';
import type { NextStep } from './next-step.ts';
import { messageOf, type TrackedRun, type TrackRunServices } from '../attempts/tracked-run.ts';

/** Leaves the function time for the rest of its step; the next step goes on. */
const mostPerStep = 500;

/**
 * Repeats the dry runs after an approval: what is stored may have changed since the person saw the plan.
 * @returns whether any were planned and queued
 */
export async function recheckApproved(
  tracked: TrackedRun,
  { batches, now }: TrackRunServices,
): Promise<boolean> {
  if (tracked.run.status !== 'checking') return false;
  const due = toRecheck(tracked.run, tracked.submissions()).slice(0, mostPerStep);
  if (due.length === 0) return false;
  const check = checkOf(tracked.run);
  for (const submission of due)
    await tracked.move(submission, { type: 'recheckRequested', at: now().toISOString(), check });
  await batches.send(due.map(messageOf));
  log.info('batches_rechecked', { runId: tracked.run.runId, batches: due.length });
  return true;
}

/** Of a run that asks only because it came late. */
const noRule: ApprovalRule = { approval: 'auto', guardRails: {}, secondPerson: false };

/** What landed before it in the folder may be newer than what it has (invariant 22). */
function overtakenReasons({ overtakenBy }: Run): Reason[] {
  return overtakenBy === undefined ? [] : [reasonOf('later_file_landed', { run: overtakenBy })];
}

/** Asks for approval where the run needs one, unless a person has approved this very plan. */
export async function withApproval(
  step: NextStep,
  tracked: TrackedRun,
  services: TrackRunServices,
): Promise<NextStep> {
  const { run } = tracked;
  if (step.kind !== 'import' || !mayAsk(run)) return step;
  const dryRuns = tracked.submissions();
  const plan = planOf(run, dryRuns);
  if (isApproved(run, plan)) return step;
  const rule = run.mayNeedApproval === true ? await approvalRuleOf(run, services.files) : noRule;
  const approved = run.approval?.approved;
  const previewed = {
    rows: { ...plan.counts, warned: warnedRows(run.reading) },
    records: previewedRecords(dryRuns),
  };
  const reasons =
    approved === undefined
      ? [...overtakenReasons(run), ...restoredReasons(run), ...approvalReasons(rule, previewed)]
      : [reasonOf('plan_changed', { by: approved.by })];
  if (reasons.length === 0) return step;
  const why = whyOf(...reasons, ...(run.secondPerson === true ? [reasonOf('second_person')] : []));
  const crossed = railsCrossed(rule, previewed);
  const at = services.now().toISOString();
  const asks = { check: checkOf(run), ...why, plan, ...(crossed.length > 0 && { crossed }) };
  return { kind: 'move', event: { type: 'approvalRequested', at, ...asks } };
}

/**
 * A run that would only repeat the last writer of its lane ends as its duplicate, unless it was dropped to be imported again
 * (invariant 7). After any other writer it is checked like any file. It becomes the last writer right before it writes: a run that
 * asks a person first may never write.
 */
export async function withClaim(
  step: NextStep,
  run: Run,
  { ledger, now }: Pick<TrackRunServices, 'ledger' | 'now'>,
): Promise<NextStep> {
  const asks = step.kind === 'move' && step.event.type === 'approvalRequested';
  if (step.kind !== 'import' && !asks) return step;
  const duplicateOf = await (asks ? ledger.lastWriter(run) : ledger.startWriting(run));
  if (duplicateOf === run.runId) return step;
  return { kind: 'move', event: { type: 'duplicate', at: now().toISOString(), duplicateOf } };
}
