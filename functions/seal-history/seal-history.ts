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
  type Run,
  type Seal,
  type SealNote,
} from '@sluice/ledger';
import { inParallel } from '../shared/in-parallel.ts';
import type { Clock } from '../shared/ports.ts';
import { measure } from '../shared/meter.ts';
import { readSeal, type Seals } from '../shared/seals.ts';

export interface SealHistoryServices {
  readonly ledger: Pick<Ledger, 'changedOn' | 'runPage' | 'run' | 'submissions' | 'noteSeal'>;
  readonly migrations: Pick<Migrations, 'changedOn' | 'migration'>;
  readonly seals: Seals;
  readonly now: Clock;
}

const dayMs = 86_400_000;
/** What was under way when a day ended has been written by then: a worker marks a day before it writes. */
const settledMs = 3_600_000;
const readAtOnce = 16;

/**
 * Seals all runs and migrations of which something was written from the day after the last seal to yesterday, in UTC, once that is over for an hour. A day that was missed is in the
 * next seal; a second start finds the seal there, and changes nothing.
 */
export async function sealHistory(services: SealHistoryServices): Promise<{ day: string; runs?: number }> {
  const { seals, now } = services;
  const day = dayOf(new Date(now().getTime() - settledMs - dayMs).toISOString());
  const last = (await seals.days()).at(-1);
  const previous = last === undefined ? undefined : await readSeal(seals, last);
  if (last !== undefined && previous && last >= day) {
    await written(services, previous);
    return { day };
  }
  const list = await seals.files.putOnce(sealKeys.heads(day), await listOf(services, { last, day }));
  const seal: Seal = {
    v: 1,
    day,
    at: now().toISOString(),
    runs: list.split('\n').length - 1,
    root: createHash('sha256').update(list).digest('hex'),
    previous: previous ? { day: previous.day, hash: previous.hash } : null,
  };
  await seals.files.putOnce(sealKeys.seal(day), JSON.stringify(seal));
  log.info('history_sealed', { day, runs: seal.runs });
  await written(services, await readSeal(seals, day));
  return { day, runs: seal.runs };
}

/**
 * Writes down in the ledger that the seal was made, so that it is missed when it is gone.
 * @throws where another was made of this day before: the seal of it was taken away, and this one is in its place
 */
async function written({ ledger }: SealHistoryServices, { day, hash }: SealNote): Promise<void> {
  const first = await ledger.noteSeal({ day, hash });
  if (first.hash !== hash) throw new Error(`The seal of ${day} is not the one that was made first`);
  measure({ Seals: 1 });
}

interface Since {
  /** Of the last seal; all runs are new to the first one. */
  readonly last: string | undefined;
  readonly day: string;
}

/** One line for each run and each migration, in order of their ids. */
async function listOf(services: SealHistoryServices, since: Since): Promise<string> {
  const { ledger, migrations } = services;
  const lines = new Map<string, string>();
  const reading = inParallel(readAtOnce);
  const changed = await changedIds(services, since);
  try {
    for (const runId of changed.runs) {
      await reading.begin(async () => {
        const line = await lineOf(ledger, runId);
        if (line !== undefined) lines.set(runId, line);
      });
    }
    for (const migrationId of changed.migrations) {
      await reading.begin(async () => {
        const migration = await migrations.migration(migrationId);
        if (migration) lines.set(migrationId, sealedMigrationLine(migration));
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

/** An item that cannot be read must not keep the others from being sealed: `audit verify` names it. */
async function lineOf(ledger: SealHistoryServices['ledger'], runId: string): Promise<string | undefined> {
  try {
    const [run, submissions] = await Promise.all([ledger.run(runId), ledger.submissions(runId)]);
    return run && sealedLine(run, submissions);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'item_unreadable') throw error;
    // An alarm counts these lines.
    log.error('ledger_item_unreadable', error, { runId });
    return undefined;
  }
}

interface Changed {
  readonly runs: Set<string>;
  readonly migrations: Set<string>;
}

/** To the first seal all runs are new, and the migrations of every day since the first of them. */
async function changedIds(
  { ledger, migrations }: SealHistoryServices,
  { last, day }: Since,
): Promise<Changed> {
  const changed: Changed = { runs: new Set(), migrations: new Set() };
  let from = last === undefined ? day : dayAfter(last);
  if (last === undefined) {
    for await (const { runId, startedAt } of runsUntil(ledger, day)) {
      changed.runs.add(runId);
      if (dayOf(startedAt) < from) from = dayOf(startedAt);
    }
  }
  for (let one = from; one <= day; one = dayAfter(one)) {
    if (last !== undefined) for await (const runId of ledger.changedOn(one)) changed.runs.add(runId);
    for await (const migrationId of migrations.changedOn(one)) changed.migrations.add(migrationId);
  }
  return changed;
}

async function* runsUntil(
  ledger: Pick<Ledger, 'runPage'>,
  day: string,
): AsyncGenerator<Pick<Run, 'runId' | 'startedAt'>> {
  const until = `${dayAfter(day)}T00:00:00.000Z`;
  for (let after: string | undefined; ;) {
    const page = await ledger.runPage({ until, limit: 100, after });
    yield* page.runs;
    if (page.next === undefined) return;
    after = page.next;
  }
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + dayMs).toISOString());
}
