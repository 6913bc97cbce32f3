import { log } from '@sluice/lambda-kit';
import { LedgerError, type Ledger, type Migrations } from '@sluice/ledger';
import { measureMailEvent } from '../measure/metered-ports.ts';
import type { Clock } from '../ports.ts';
import { toldBy, type SesEvent, type Told } from './ses-event.ts';

export interface RecordMailEventServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly migrations: Pick<Migrations, 'move'>;
  readonly now: Clock;
}

/**
 * Writes into the history of a run, or of a migration, what became of its mail. It stays as it is: a mail that bounced says nothing of
 * its rows. Addresses go into the ledger and into no log.
 */
export async function recordMailEvent(event: SesEvent, services: RecordMailEventServices): Promise<void> {
  const { tags } = event.mail;
  const about = { runId: tags['runId']?.[0], migrationId: tags['migrationId']?.[0] };
  const told = toldBy(event);
  if (told === undefined) return log.warn('mail_event_unmatched');
  try {
    const isKept = await keep(about, told, services);
    // Of the mail about a migration's file that is wrong there is no history: it is counted.
    if (!isKept) measureMailEvent(told.kind, {});
    log.info(isKept ? 'mail_event' : 'mail_event_unmatched', { ...about, kind: told.kind });
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'not_found')) throw error;
    // Another stage may send from the same account.
    log.warn('mail_event_unmatched', about);
  }
}

async function keep(
  { runId, migrationId }: { readonly runId: string | undefined; readonly migrationId: string | undefined },
  { id, kind, addresses, detail }: Told,
  { ledger, migrations, now }: RecordMailEventServices,
): Promise<boolean> {
  const at = now().toISOString();
  const event = {
    type: 'mailEvent',
    at,
    id,
    kind,
    addresses,
    ...(detail !== undefined && { detail }),
  } as const;
  if (runId !== undefined) await ledger.moveRun(runId, event);
  else if (migrationId !== undefined) await migrations.move(migrationId, event);
  return runId !== undefined || migrationId !== undefined;
}
