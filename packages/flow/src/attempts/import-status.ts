import type { Answer } from '@sluice/client';
import { log } from '@sluice/aws-kit/handlers';
import type { Submission } from '@sluice/ledger';
import type { Service } from '../ports.ts';

/** An import that has not ended after this time is stuck. */
export const stuckAfterMs = 24 * 3_600_000;
/** The service may not find an import that it accepted a moment ago. */
export const graceMs = 10 * 60_000;

/** Undefined where the credentials are unavailable. */
export async function importStatusOf(
  importId: string,
  service: Service,
): Promise<Answer<'importStatus'> | undefined> {
  const calls = await service.connect().catch((error: unknown) => {
    log.error('credentials_unavailable', error, { importId });
    return undefined;
  });
  const answer = await calls?.importStatus(importId);
  if (answer?.kind === 'refused' && answer.code === 'unauthorized') service.forgetCredentials();
  return answer;
}

/** When the importId became known, which may be long after the batch was sent. */
export function acceptedAt({ attempts, importId }: Submission): string {
  const attempt = attempts.findLast((one) => one.importId === importId);
  return attempt?.endedAt ?? attempt?.sentAt ?? '';
}

/** Milliseconds since the importId became known. */
export function awaitedFor(submission: Submission, now: Date): number {
  const since = acceptedAt(submission);
  return since === '' ? 0 : now.getTime() - Date.parse(since);
}
