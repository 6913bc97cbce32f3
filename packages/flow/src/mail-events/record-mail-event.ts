import { log } from '@sluice/aws-kit/handlers';
import { LedgerError, type Ledger, type Migrations } from '@sluice/ledger';
import { measureMailEvent } from '../measure/metered-ports.ts';
import type { Clock } from '../ports.ts';
import { reportOf, type SesEvent, type MailReport } from './ses-event.ts';

export interface RecordMailEventServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly migrations: Pick<Migrations, 'move'>;
  readonly now: Clock;
}

/**
 * Adds a report about a mail to the history of its run or migration. Its status does not change. Addresses go into the ledger,
 * never into a log.
 */
export async function recordMailEvent(event: SesEvent, services: RecordMailEventServices): Promise<void> {
  const { tags } = event.mail;
  const about = { runId: tags['runId']?.[0], migrationId: tags['migrationId']?.[0] };
  const report = reportOf(event);
  if (report === undefined) return log.warn('mail_event_unmatched');
  try {
    const isRecorded = await record(about, report, services);
    // A notice about a wrong definition has no history: it is only counted.
    if (!isRecorded) measureMailEvent(report.kind, {});
    log.info(isRecorded ? 'mail_event' : 'mail_event_unmatched', { ...about, kind: report.kind });
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'not_found')) throw error;
    // Another stage may send from the same account.
    log.warn('mail_event_unmatched', about);
  }
}

async function record(
  { runId, migrationId }: { readonly runId: string | undefined; readonly migrationId: string | undefined },
  { id, kind, addresses, detail }: MailReport,
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
