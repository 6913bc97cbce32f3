import { ApiError, type ParsedInput } from '@sluice/contract';
import type { Services } from '../services.ts';
import type { Token } from '../store/access.ts';

/** On whose behalf an import sends e-mails. */
export interface Sender {
  readonly siteId: string;
  /** Absent when an operator starts it. */
  readonly token?: Pick<Token, 'apiKey' | 'dailyMails'>;
  readonly services: Pick<Services, 'store' | 'now'>;
}

type Addresses = Pick<ParsedInput<'import'>, 'successNotificationEmails' | 'failureNotificationEmails'>;

/**
 * Checks the addresses of an import against the domains of its site, and spends its e-mails from the token's daily limit. An
 * operator has no limit.
 * @throws ApiError before the import begins
 */
export async function allowAddresses(
  { successNotificationEmails: success = [], failureNotificationEmails: failure = [] }: Addresses,
  { siteId, token, services }: Sender,
): Promise<void> {
  const count = Math.max(success.length, failure.length);
  if (count === 0) return;
  const { access } = services.store;
  const domains = (await access.site(siteId))?.mailDomains;
  const wrong = (emails: readonly string[]) =>
    emails.findIndex(
      (email) => domains?.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) === false,
    );
  for (const [name, emails] of Object.entries({ success, failure })) {
    const at = wrong(emails);
    if (at >= 0)
      throw new ApiError(
        'invalid_request',
        `${name}NotificationEmails[${at}]: expected an address at one of: ${domains?.join(', ')}.`,
      );
  }
  if (!token) return;
  const limit = token.dailyMails;
  const day = services.now().toISOString().slice(0, 10);
  if (await access.spendMails(token.apiKey, day, { count, limit })) return;
  // Not `too_many_requests`, at which clients stop calling for the rest of the hour.
  throw new ApiError(
    'invalid_request',
    `${success.length === count ? 'success' : 'failure'}NotificationEmails: expected none today, or fewer: the imports of this token may send ${limit} e-mails in a UTC day.`,
  );
}
