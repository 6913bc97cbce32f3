import type { Answer } from '@sluice/client';
import { log } from '@sluice/lambda-kit';
import type { Service } from '../ports.ts';

/** Undefined where the credentials cannot be had. */
export async function askService(
  service: Service,
  importId: string,
): Promise<Answer<'importStatus'> | undefined> {
  const calls = await service.connect().catch((error: unknown) => {
    log.error('credentials_unavailable', error, { importId });
    return undefined;
  });
  const answer = await calls?.importStatus(importId);
  if (answer?.kind === 'refused' && answer.code === 'unauthorized') service.forgetCredentials();
  return answer;
}
