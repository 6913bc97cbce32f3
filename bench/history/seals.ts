import { sealHistory } from '@sluice/flow/seal/seal-history';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { timed } from '../rounds.ts';
import { count, seconds, short } from '../table.ts';
import type { SizedHistory } from './open-history.ts';
import { endOfRuns } from './bench-runs.ts';

/** Times the first seals of each history. The function starts again until the day before is sealed. */
export async function measureSeals(
  histories: readonly SizedHistory[],
  { say, show }: Running,
): Promise<void> {
  const rows: string[][] = [];
  for (const history of histories) {
    say(`Sealing ${count(history.size)} runs.`);
    rows.push(await sealed(history));
  }
  show({
    title: 'The first seals of a history',
    head: ['runs', 'time', 'runs a second', 'requests a run', 'starts', 'the longest'],
    rows,
    notes: [
      'Each day has its own seal. The function has five minutes; after three it begins no more days, and its next start continues. There is no bucket: seals and lists are in memory.',
    ],
  });
}

const dayBefore = new Date(endOfRuns - 1).toISOString().slice(0, 10);

async function sealed({ size, ledger, counting }: SizedHistory): Promise<string[]> {
  const files = createMemoryFiles();
  const days = async () =>
    [...files.objects.keys()].flatMap((key) => /^seals\/(.*)\.json$/u.exec(key)?.[1] ?? []).toSorted();
  const begun = performance.now();
  // The last runs started on the day before.
  const now = () => new Date(endOfRuns + 2 * 3_600_000 + performance.now() - begun);
  const services = {
    ledger,
    migrations: createMemoryMigrations({ now }),
    seals: { files, days, lists: async () => [] },
    now,
  };
  const starts: number[] = [];
  let [runs, until]: [number, string | undefined] = [0, undefined];
  const { sent } = await counting.during(async () => {
    using _quiet = silence();
    while (until !== dayBefore)
      starts.push(
        await timed(async () => {
          const done = await sealHistory(services);
          runs += done.runs;
          ({ until } = done);
        }),
      );
  });
  if (runs !== size) throw new Error(`${runs} of ${size} runs are in a seal.`);
  const ms = performance.now() - begun;
  const perRun = short(total(sent).requests / size);
  return [
    count(size),
    seconds(ms),
    count((size * 1000) / ms),
    perRun,
    count(starts.length),
    seconds(Math.max(...starts)),
  ];
}

/** Keeps the log of the function out of the tables. */
function silence(): Disposable {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  return {
    [Symbol.dispose]: () => {
      process.stdout.write = write;
    },
  };
}
