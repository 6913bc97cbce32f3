import { createHash } from 'node:crypto';
import { log } from '@sluice/lambda-kit';
import { dayOf, sealedLine, sealKeys, type Ledger, type Seal } from '@sluice/ledger';
import { inParallel } from '../shared/in-parallel.ts';
import type { Clock } from '../shared/ports.ts';
import { measure } from '../shared/meter.ts';
import { readSeal, type Seals } from '../shared/seals.ts';

export interface SealHistoryServices {
  readonly ledger: Pick<Ledger, 'changedOn' | 'runPage' | 'run' | 'submissions'>;
  readonly seals: Seals;
  readonly now: Clock;
}

const dayMs = 86_400_000;
/** What was under way when a day ended has been written by then: a worker marks a day before it writes. */
const settledMs = 3_600_000;
const readAtOnce = 16;

/**
 * Seals all runs of which something was written from the day after the last seal to yesterday, in UTC, once that is over for an hour. A day that was missed is in the
 * next seal; a second start finds the seal there, and changes nothing.
 */
export async function sealHistory(services: SealHistoryServices): Promise<{ day: string; runs?: number }> {
  const { seals, now } = services;
  const day = dayOf(new Date(now().getTime() - settledMs - dayMs).toISOString());
  const last = (await seals.days()).at(-1);
  if (last !== undefined && last >= day) {
    measure({ Seals: 1 });
    return { day };
  }
  const previous = last === undefined ? undefined : await readSeal(seals, last);
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
  measure({ Seals: 1 });
  return { day, runs: seal.runs };
}

interface Since {
  /** Of the last seal; all runs are new to the first one. */
  readonly last: string | undefined;
  readonly day: string;
}

/** One line for each run, in order of their ids. */
async function listOf({ ledger }: SealHistoryServices, since: Since): Promise<string> {
  const lines = new Map<string, string>();
  const reading = inParallel(readAtOnce);
  try {
    for (const runId of await changedRuns(ledger, since)) {
      await reading.begin(async () => {
        const [run, submissions] = await Promise.all([ledger.run(runId), ledger.submissions(runId)]);
        if (run) lines.set(runId, sealedLine(run, submissions));
      });
    }
  } finally {
    await reading.end();
  }
  return [...lines.keys()]
    .toSorted()
    .map((runId) => lines.get(runId))
    .join('');
}

async function changedRuns(
  ledger: Pick<Ledger, 'changedOn' | 'runPage'>,
  { last, day }: Since,
): Promise<Set<string>> {
  const ids = new Set<string>();
  if (last === undefined) {
    for await (const runId of runsUntil(ledger, day)) ids.add(runId);
    return ids;
  }
  for (let one = dayAfter(last); one <= day; one = dayAfter(one))
    for await (const runId of ledger.changedOn(one)) ids.add(runId);
  return ids;
}

async function* runsUntil(ledger: Pick<Ledger, 'runPage'>, day: string): AsyncGenerator<string> {
  const until = `${dayAfter(day)}T00:00:00.000Z`;
  for (let after: string | undefined; ;) {
    const page = await ledger.runPage({ until, limit: 100, after });
    for (const { runId } of page.runs) yield runId;
    if (page.next === undefined) return;
    after = page.next;
  }
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + dayMs).toISOString());
}
