import { createHash } from 'node:crypto';
import { previewedCounts } from './counts.ts';
import type { Approval, Asked, Plan, Run } from './schemas.ts';
import type { Submission } from '../submission/schemas.ts';

/** The beginning of its hash, by which people name a plan. */
export function planName({ sha256 }: Pick<Plan, 'sha256'>): string {
  return sha256.slice(0, 12);
}

/** The plan of a run, each of whose dry runs has ended. Pure. */
export function planOf(run: Pick<Run, 'reading'>, dryRuns: readonly Submission[]): Plan {
  const told = dryRuns
    .toSorted((one, other) => one.batch - other.batch)
    .map(({ batch, sha256, previewSha256 = null }) => [batch, sha256, previewSha256]);
  return {
    counts: previewedCounts(run, dryRuns),
    sha256: createHash('sha256').update(JSON.stringify(told)).digest('hex'),
  };
}

/** Which check of the run its dry runs belong to: the first, or the one after so many approvals were asked for. 0 is the first. */
export function checkOf({ approval }: Pick<Run, 'approval'>): number {
  return approval?.approved === undefined ? 0 : approval.asked;
}

/** Dry runs that passed before the plan was approved: they are repeated, since what is stored may have changed while it waited. */
export function toRecheck(run: Pick<Run, 'approval'>, dryRuns: readonly Submission[]): Submission[] {
  const present = checkOf(run);
  return dryRuns.filter(({ status, check = 0 }) => status === 'succeeded' && check < present);
}

/** Whether the run may do this: it is the plan that a person approved. */
export function isApproved({ approval }: Pick<Run, 'approval'>, { sha256 }: Plan): boolean {
  return approval?.approved !== undefined && approval.plan.sha256 === sha256;
}

/** A person is asked about a plan, for the first time or once more. */
export function askedOf({ approval }: Pick<Run, 'approval'>, plan: Plan): Approval {
  return { asked: (approval?.asked ?? 0) + 1, plan };
}

export function withAnswer({ approval }: Pick<Run, 'approval'>, { at, by }: Asked): Approval | undefined {
  return approval && { ...approval, approved: { at, by } };
}

export function withPlan({ approval }: Pick<Run, 'approval'>, planKey: string): Approval | undefined {
  return approval && { ...approval, planKey };
}
