import type { SendOutcome } from '../mail.ts';

/** Refusals that trying again does not change. Anything else may pass. */
const permanent = new Set([
  'MessageRejected',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'AccountSuspendedException',
  'ValidationException',
  'AccessDeniedException',
]);

/** What an error of the SDK says of the mail. Of the error only its name is kept: the text quotes addresses. */
export function outcomeOfError(error: unknown): SendOutcome {
  const code = error instanceof Error ? error.name : 'Unknown';
  return { kind: permanent.has(code) ? 'refused' : 'failed', code };
}
