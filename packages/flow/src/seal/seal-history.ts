import { createHash } from 'node:crypto';
import { log } from '@sluice/lambda-kit';
import {
  dayOf,
  LedgerError,
  sealedLine,
  sealedMigrationLine,
  sealKeys,
  type Ledger,
  type Migrations,
  type Seal,
  type SealNote,
} from '@sluice/ledger';
import { parallel } from '@sluice/parallel';
import type { Clock } from '../ports.ts';
import { keptSeal, readSeal, type KeptSeal, type Seals } from './seals.ts';

export interface SealHistoryServices {
  readonly ledger: Pick<Ledger, 'changedOn' | 'firstDay' | 'noteSeal' | 'runPage' | 'wholeRun'>;
  readonly migrations: Pick<Migrations, 'changedOn' | 'migration'>;
  readonly seals: Seals;
  readonly now: Clock;
}

const dayMs = 86_400_000;
/** Workers mark the day before they write. An hour after it ended, every write of a day is done. */
const settledMs = 3_600_000;
/** No day is started later, so that each has the rest of the function's time. */
const beginsUntilMs = 180_000;
const readAtOnce = 16;
const runsPerPage = 100;

/** How many days one start sealed, and how many runs and migrations they have in all. */
export interface SealedDays {
  /** The last sealed day; undefined while there is none. */
  readonly until: string | undefined;
  readonly days: number;
  readonly runs: number;
}

/**
 * Seals one UTC day after the other, from the day after the last seal to yesterday. The first seal is of the day of the first run.
 * If there is no time for some days, the next start seals them. A second start at the same time finds the same lists and seals,
 * and changes nothing.
 * @throws if the ledger has another seal of one of these days or of the last one: somebody replaced it
 */
export async function sealHistory(services: SealHistoryServices): Promise<SealedDays> {
  const { seals, now } = services;
  const begun = now().getTime();
  const yesterday = dayOf(new Date(begun - settledMs - dayMs).toISOString());
  const last = (await seals.days()).at(-1);
  let previous = last === undefined ? undefined : await readSeal(seals, last);
  // A start may have died between the seal and its note.
  const replaced = previous && !(await isNoted(services, previous)) ? [previous.day] : [];
  let [days, runs] = [0, 0];
  let day = last === undefined ? await firstDay(services, yesterday) : dayAfter(last);
  const isInTime = () => days === 0 || now().getTime() - begun < beginsUntilMs;
  for (; day <= yesterday && isInTime(); day = dayAfter(day)) {
    previous = await sealDay(services, { day, previous });
    [days, runs] = [days + 1, runs + previous.runs];
    if (await isNoted(services, previous)) continue;
    replaced.push(day);
    break;
  }
  if (replaced.length > 0)
    throw new Error(`The seal of ${replaced.join(' and ')} is not the one that was made first`);
  if (day <= yesterday) log.info('history_partly_sealed', { next: day, until: yesterday, days, runs });
  return { until: previous?.day, days, runs };
}

/** Records the seal in the ledger, so that its loss is noticed. @returns whether the ledger had no other one */
async function isNoted({ ledger }: SealHistoryServices, { day, hash }: SealNote): Promise<boolean> {
  return (await ledger.noteSeal({ day, hash })).hash === hash;
}

async function firstDay({ ledger }: SealHistoryServices, yesterday: string): Promise<string> {
  const first = await ledger.firstDay();
  return first === undefined || first > yesterday ? yesterday : first;
}

async function sealDay(
  services: SealHistoryServices,
  { day, previous }: { readonly day: string; readonly previous: KeptSeal | undefined },
): Promise<KeptSeal> {
  const { files } = services.seals;
  const list = await files.putOnce(sealKeys.heads(day), await listOf(services, day));
  const seal: Seal = {
    v: 1,
    day,
    at: services.now().toISOString(),
    runs: list.split('\n').length - 1,
    root: createHash('sha256').update(list).digest('hex'),
    previous: previous ? { day: previous.day, hash: previous.hash } : null,
  };
  // Another start may have been first.
  const kept = keptSeal(await files.putOnce(sealKeys.seal(day), JSON.stringify(seal)));
  log.info('history_sealed', { day, runs: kept.runs });
  return kept;
}

/** One line for each run and each migration, by id. */
async function listOf(services: SealHistoryServices, day: string): Promise<string> {
  const { ledger, migrations } = services;
  const lines = new Map<string, string>();
  const reading = parallel(readAtOnce);
  try {
    for (const runId of await runsOf(ledger, day)) {
      await reading.begin(async () => {
        const line = await orSetAside(runId, async () => {
          const whole = await ledger.wholeRun(runId);
          return whole && sealedLine(whole.run, whole.submissions);
        });
        if (line !== undefined) lines.set(runId, line);
      });
    }
    for await (const migrationId of migrations.changedOn(day)) {
      await reading.begin(async () => {
        const line = await orSetAside(migrationId, async () => {
          const migration = await migrations.migration(migrationId);
          return migration && sealedMigrationLine(migration);
        });
        if (line !== undefined) lines.set(migrationId, line);
      });
    }
  } finally {
    await reading.end();
  }
  return [...lines.keys()]
    .toSorted()
    .map((id) => lines.get(id))
    .join('');
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
  const ids = new Set<string>();
  for await (const runId of ledger.changedOn(day)) ids.add(runId);
  const times = { since: startOf(day), until: startOf(dayAfter(day)) };
  for (let after: string | undefined; ;) {
    const { runs, next } = await ledger.runPage({ ...times, limit: runsPerPage, after });
    for (const { runId } of runs) ids.add(runId);
    if (next === undefined) return ids;
    after = next;
  }
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`;

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + dayMs).toISOString());
}
