import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { mediansOf } from '../rounds.ts';
import { count, milliseconds, short, times } from '../table.ts';
import type { SizedHistory } from './open-history.ts';
import { benchRun } from './bench-runs.ts';
import { importsOfRecord, openTouched } from './touched.ts';

/** The records of each import in the smaller case. */
const fewRecords = 10;

/** Times the page of the control panel that shows which imports wrote a record. */
export async function measureWalks({ folder, show, options }: Running): Promise<void> {
  const rows: string[][] = [];
  const touched = await openTouched(folder);
  try {
    for (const records of [fewRecords, options.whole('records')]) {
      const bytes = await touched.lengthen(records);
      const [ms = Number.NaN] = await mediansOf(options.whole('rounds'), [touched.walk]);
      const { requests, readUnits } = touched.tally;
      const megabytes = `${(bytes / 1e6).toFixed(1)} MB`;
      rows.push([count(records), megabytes, milliseconds(ms), short(requests), short(readUnits)]);
    }
  } finally {
    await touched.close();
  }
  show({
    title: `A page of a record’s history: ${importsOfRecord} imports`,
    head: ['records of each import', 'each plan', 'time', 'requests', 'read units'],
    rows,
    notes: ['Medians. There is no bucket: plans are in memory, and one is read for each import.'],
  });
}

/** Times the search for the runs that sent these imports, one after the other, as `sluice history` does it. */
export async function measureJoin(
  histories: readonly SizedHistory[],
  { show, options }: Running,
): Promise<void> {
  const medians = await mediansOf(
    options.whole('rounds'),
    histories.map((history) => () => join(history)),
  );
  const rows: string[][] = [];
  for (const [at, history] of histories.entries()) {
    const { requests, readUnits } = total((await history.counting.during(() => join(history))).sent);
    const ms = medians[at] ?? Number.NaN;
    const sent = `${short(requests)} requests, ${short(readUnits)} units`;
    rows.push([count(history.size), milliseconds(ms), times(ms / (medians[0] ?? Number.NaN)), sent]);
  }
  show({
    title: `The runs of ${importsOfRecord} imports, requested one after the other`,
    head: ['runs', 'time', 'growth', 'sent to the database'],
    rows,
    notes: ['The imports are spread evenly over the whole history.'],
  });
}

async function join({ size, get }: SizedHistory): Promise<void> {
  for (let n = 0; n < importsOfRecord; n += 1) {
    const { importId } = benchRun(Math.floor((n * size) / importsOfRecord), size);
    await get('/runs', { importId });
  }
}
