import { log } from '@sluice/lambda-kit';
import { LedgerError, type Ledger } from '@sluice/ledger';
import type { Clock } from '../shared/ports.ts';
import { toldBy, type SesEvent } from './ses-event.ts';

export interface RecordMailEventServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly now: Clock;
}

/**
 * Writes into the history of a run what became of its mail. The run stays as it is: a mail that bounced says nothing of its rows.
 * Addresses go into the ledger and into no log.
 */
export async function recordMailEvent(
  event: SesEvent,
  { ledger, now }: RecordMailEventServices,
): Promise<void> {
  const [runId] = event.mail.tags['runId'] ?? [];
  const told = toldBy(event);
  if (runId === undefined || told === undefined) return log.warn('mail_event_of_nobody');
  const { kind, detail } = told;
  try {
    const at = now().toISOString();
    await ledger.moveRun(runId, {
      type: 'mailEvent',
      at,
      id: told.id,
      kind,
      addresses: told.addresses,
      ...(detail !== undefined && { detail }),
    });
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'not_found')) throw error;
    // Another stage may send from the same account.
    return log.warn('mail_event_of_nobody', { runId });
  }
  log.info('mail_event', { runId, kind });
}
