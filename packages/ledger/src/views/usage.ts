import { z } from 'zod';
import type { Phase, Submission } from '../submission/schemas.ts';

/** How often `import` was called. */
export const usageSchema = z.object({
  dryRuns: z.int(),
  /** Of these, the ones that were made to find refused rows. */
  furtherDryRuns: z.int(),
  imports: z.int(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Derived from the attempts: those that reached nobody are counted too. */
export function usageOf(submissions: readonly Submission[]): Usage {
  const dry = submissions.filter(({ phase }) => phase === 'dry');
  return {
    dryRuns: callsOf(submissions, 'dry'),
    furtherDryRuns: dry.reduce((sum, submission) => sum + roundsAfterFirst(submission), 0),
    imports: callsOf(submissions, 'real'),
  };
}

/** Rows may have been left out before anything was sent, so the first round that was need not be the first of all. */
function roundsAfterFirst({ attempts }: Submission): number {
  return Math.max(0, new Set(attempts.map(({ round }) => round)).size - 1);
}

function callsOf(submissions: readonly Submission[], phase: Phase): number {
  return submissions
    .filter((submission) => submission.phase === phase)
    .reduce((sum, { attempts }) => sum + (attempts.at(-1)?.number ?? 0), 0);
}
