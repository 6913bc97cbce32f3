import { createMemoryMigrations } from '@sluice/ledger';
import { sealHistory } from '@sluice/flow/seal/seal-history';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { count, seconds, short } from '../figures.ts';
import type { SizedHistory } from './open-history.ts';
import { endOfStories } from './stories.ts';

interface Sealed {
  readonly size: number;
  readonly ms: number;
  readonly starts: number;
  /** Of the starts, the one that took longest. */
  readonly longestMs: number;
  readonly days: number;
  readonly perRun: string;
}

/** Seals each history that was never sealed, start after start until the day before is sealed. */
export async function measureSeals(
  histories: readonly SizedHistory[],
  { say, show }: Running,
): Promise<void> {
  const rows: string[][] = [];
  for (const history of histories) {
    say(`Sealing ${count(history.size)} runs.`);
    const { size, ms, starts, longestMs, days, perRun } = await sealed(history);
    const speed = Math.round((size * 1000) / ms);
    rows.push([
      count(size),
      count(days),
      seconds(ms),
      count(speed),
      perRun,
      count(starts),
      seconds(longestMs),
    ]);
  }
  show({
    title: 'The first seals of a history',
    head: ['runs', 'days', 'time', 'runs a second', 'requests a run', 'starts', 'the longest'],
    rows,
    notes: [
      'Each day has its seal, of its runs alone. A start begins no day after three minutes, of the five that the function has; the next one goes on. Seals and lists lie in memory, as there is no bucket.',
    ],
  });
}

async function sealed({ size, ledger, counting }: SizedHistory): Promise<Sealed> {
  const files = createMemoryFiles();
  const days = async () =>
    [...files.objects.keys()].flatMap((key) => /^seals\/(.*)\.json$/u.exec(key)?.[1] ?? []).toSorted();
  const begun = performance.now();
  const elapsed = () => performance.now() - begun;
  // The last runs of the stories started on the day before.
  const now = () => new Date(endOfStories + 2 * 3_600_000 + elapsed());
  const services = { ledger, migrations: createMemoryMigrations({ now }), seals: { files, days }, now };
  const starts: number[] = [];
  let runs = 0;
  const { sent } = await counting.during(async () => {
    using _quiet = silence();
    for (let isBehind = true; isBehind;) {
      const before = elapsed();
      const done = await sealHistory(services);
      isBehind = done.until !== dayBefore;
      runs += done.runs;
      starts.push(elapsed() - before);
    }
  });
  if (runs !== size) throw new Error(`${runs} of ${size} runs are in a seal.`);
  return {
    size,
    ms: elapsed(),
    starts: starts.length,
    longestMs: Math.max(...starts),
    days: (await days()).length,
    perRun: short(total(sent).requests / size),
  };
}

/** What a function logs is not what the bench says. */
function silence(): Disposable {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  return {
    [Symbol.dispose]: () => {
      process.stdout.write = write;
    },
  };
}

const dayBefore = new Date(endOfStories - 1).toISOString().slice(0, 10);
