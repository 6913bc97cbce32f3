import * as z from 'zod';
import type { Phase, Submission } from '../model/submission.ts';

export const usageSchema = z.object({
  dryRuns: z.int(),
  /** The dry runs among them that were repeated to find refused rows. */
  furtherDryRuns: z.int(),
  imports: z.int(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Counts all attempts, even those that did not reach the service. */
export function usageOf(submissions: readonly Submission[]): Usage {
  const dry = submissions.filter(({ phase }) => phase === 'dry');
  return {
    dryRuns: callsOf(submissions, 'dry'),
    furtherDryRuns: dry.reduce((sum, submission) => sum + roundsAfterFirst(submission), 0),
    imports: callsOf(submissions, 'real'),
  };
}

/** Rows may have been left out before anything was sent, so round 1 may never have been sent. */
function roundsAfterFirst({ attempts }: Submission): number {
  return Math.max(0, new Set(attempts.map(({ round }) => round)).size - 1);
}

function callsOf(submissions: readonly Submission[], phase: Phase): number {
  return submissions
    .filter((submission) => submission.phase === phase)
    .reduce((sum, { attempts }) => sum + (attempts.at(-1)?.number ?? 0), 0);
}
