import type { SendOutcome } from '../mail/mail.ts';

/** Refusals that a retry does not change. Any other error may pass. */
const permanent = new Set([
  'MessageRejected',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'AccountSuspendedException',
  'ValidationException',
  'AccessDeniedException',
]);

/** The outcome for an error of the SDK. Only its name is kept, since its message quotes addresses. */
export function outcomeOfError(error: unknown): SendOutcome {
  const code = error instanceof Error ? error.name : 'Unknown';
  return { kind: permanent.has(code) ? 'refused' : 'failed', code };
}
