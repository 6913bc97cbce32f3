import { sha256 } from '@sluice/aws-kit/hash-chain';
import { previewedCounts } from '../submission/counts.ts';
import type { Plan, Run } from '../model/run.ts';
import type { Submission } from '../model/submission.ts';

/** The name of a plan for people: the beginning of its hash. */
export function planName({ sha256 }: Pick<Plan, 'sha256'>): string {
  return sha256.slice(0, 12);
}

/** The plan of a run after all of its dry runs have ended. Pure. */
export function planOf(run: Pick<Run, 'reading'>, dryRuns: readonly Submission[]): Plan {
  const previews = dryRuns
    .toSorted((one, other) => one.batch - other.batch)
    .map(({ batch, sha256, previewSha256 = null }) => [batch, sha256, previewSha256]);
  return {
    counts: previewedCounts(run, dryRuns),
    sha256: sha256(JSON.stringify(previews)),
  };
}

/** The check that the run's dry runs belong to: 0 for the first, and higher after each approval and after a restore. */
export function checkOf({ approval, restored }: Pick<Run, 'approval' | 'restored'>): number {
  return (restored?.check ?? 0) + (approval?.approved === undefined ? 0 : approval.asked);
}

/** Dry runs that passed before the approval or a restore. They are repeated, because stored records may have changed since. */
export function toRecheck(
  run: Pick<Run, 'approval' | 'restored'>,
  dryRuns: readonly Submission[],
): Submission[] {
  const present = checkOf(run);
  return dryRuns.filter(({ status, check = 0 }) => status === 'succeeded' && check < present);
}

/** Whether a person may have to approve the plan of a run, so that the previews of its dry runs are kept. */
export function mayAsk({
  mayNeedApproval,
  overtakenBy,
}: Pick<Run, 'mayNeedApproval' | 'overtakenBy'>): boolean {
  return mayNeedApproval === true || overtakenBy !== undefined;
}

export function isApproved({ approval }: Pick<Run, 'approval'>, { sha256 }: Plan): boolean {
  return approval?.approved !== undefined && approval.plan.sha256 === sha256;
}
