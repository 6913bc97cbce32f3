import { whyAsked } from '@sluice/import-plan';
import { log } from '@sluice/lambda-kit';
import { checkOf, isApproved, planOf, toCheckAgain } from '@sluice/ledger';
import { approvalRuleOf } from '../read/run-settings.ts';
import type { NextStep } from './next-step.ts';
import { messageOf, type TrackedRun, type TrackRunServices } from './tracked-run.ts';

/** Leaves the function time for the rest of its step; the next one goes on. */
const mostPerStep = 500;

/**
 * After an approval the dry runs are made once more: what is stored may have changed while somebody thought about it, and only what
 * was approved may be written. Whether any were planned, and so queued.
 */
export async function checkAgain(tracked: TrackedRun, { batches, now }: TrackRunServices): Promise<boolean> {
  if (tracked.run.status !== 'checking') return false;
  const due = toCheckAgain(tracked.run, tracked.submissions()).slice(0, mostPerStep);
  if (due.length === 0) return false;
  const check = checkOf(tracked.run);
  for (const submission of due)
    await tracked.move(submission, { type: 'recheck', at: now().toISOString(), check });
  await batches.send(due.map(messageOf));
  log.info('batches_rechecked', { runId: tracked.run.runId, batches: due.length });
  return true;
}

/**
 * Where a person is to approve what would be written, the run asks, and nothing is; unless this very plan was approved. One that has
 * changed since is asked about anew.
 */
export async function withApproval(
  decision: NextStep,
  tracked: TrackedRun,
  services: TrackRunServices,
): Promise<NextStep> {
  const { run } = tracked;
  if (decision.kind !== 'import' || run.mayAsk !== true) return decision;
  const plan = planOf(run, tracked.submissions());
  if (isApproved(run, plan)) return decision;
  const rule = await approvalRuleOf(run, services.files);
  const approved = run.approval?.approved;
  const why =
    approved === undefined
      ? whyAsked(rule, plan.counts)
      : `What the run would write has changed since ${approved.by} approved it.`;
  if (why === undefined) return decision;
  return {
    kind: 'move',
    event: {
      type: 'approvalAsked',
      at: services.now().toISOString(),
      check: checkOf(run),
      reason: why,
      plan,
    },
  };
}
