import { log } from '@sluice/aws-kit/handlers';
import {
  dayAfter,
  LedgerError,
  sealedLine,
  sealedMigrationLine,
  sealedUploadLine,
  type Ledger,
  type Migrations,
  type Run,
} from '@sluice/ledger';
import { parallel } from '@sluice/aws-kit/parallel';
import type { Clock } from '../ports.ts';
import type { Seals } from './seals.ts';

export interface SealHistoryServices {
  readonly ledger: Pick<
    Ledger,
    | 'changedOn'
    | 'daySums'
    | 'firstDay'
    | 'keepDaySums'
    | 'noteSeal'
    | 'runPage'
    | 'runWithProgress'
    | 'sealNotes'
    | 'wholeRun'
  >;
  readonly migrations: Pick<Migrations, 'changedOn' | 'migration' | 'upload'>;
  readonly seals: Seals;
  readonly now: Clock;
}

const readAtOnce = 16;
const runsPerPage = 100;

interface Wanted {
  /** Runs that an earlier list has are left out. */
  readonly isKnown?: (id: string) => boolean;
  readonly seen?: (run: Run) => void;
}

/** A line for each run and each migration that began or changed on a day, by id. */
export async function linesOf(
  day: string,
  { isKnown, seen }: Wanted,
  { ledger, migrations }: SealHistoryServices,
): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  const reading = parallel(readAtOnce);
  const read = (id: string, line: () => Promise<string | undefined>) =>
    reading.begin(async () => {
      const found = await orSetAside(id, line);
      if (found !== undefined) lines.set(id, found);
    });
  try {
    // Whatever begins or changes marks its day. Only the seal of the day also reads what began on it, should a mark be missing.
    for (const runId of await (isKnown ? marked(ledger.changedOn(day)) : runsOf(ledger, day))) {
      if (isKnown?.(runId)) continue;
      await read(runId, async () => {
        const whole = await ledger.wholeRun(runId);
        if (whole !== undefined) seen?.(whole.run);
        return whole && sealedLine(whole.run, whole.submissions);
      });
    }
    for await (const migrationId of migrations.changedOn(day)) {
      if (isKnown?.(migrationId)) continue;
      await read(migrationId, async () => {
        const migration = await migrations.migration(migrationId);
        if (migration) return sealedMigrationLine(migration);
        const upload = await migrations.upload(migrationId);
        return upload && sealedUploadLine(upload);
      });
    }
  } finally {
    await reading.end();
  }
  return lines;
}

/** An item that cannot be read must not stop the seal of the others. `audit verify` names it. */
async function orSetAside<T>(runId: string, line: () => Promise<T>): Promise<T | undefined> {
  try {
    return await line();
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'item_unreadable') throw error;
    // An alarm counts these lines.
    log.error('ledger_item_unreadable', error, { runId });
    return undefined;
  }
}

/** All runs that started on a day, or were written to on it. */
async function runsOf(ledger: SealHistoryServices['ledger'], day: string): Promise<Set<string>> {
  const ids = await marked(ledger.changedOn(day));
  const times = { since: startOf(day), until: startOf(dayAfter(day)) };
  for (let after: string | undefined; ;) {
    const { runs, next } = await ledger.runPage({ ...times, limit: runsPerPage, after });
    for (const { runId } of runs) ids.add(runId);
    if (next === undefined) return ids;
    after = next;
  }
}

async function marked(marks: AsyncIterable<string>): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const id of marks) ids.add(id);
  return ids;
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`;
