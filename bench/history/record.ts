import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { mediansOf } from '../rounds.ts';
import { count, milliseconds, short, times } from '../table.ts';
import type { SizedHistory } from './open-history.ts';
import { story } from './stories.ts';
import { importsOfRecord, openTouched } from './touched.ts';

/** In the imports that larger ones are compared with. */
const fewRecords = 10;

/** What the control panel reads to show which imports touched a record. */
export async function measureWalks({ folder, show, options }: Running): Promise<void> {
  const rows: string[][] = [];
  const touched = await openTouched(folder);
  try {
    for (const records of [fewRecords, options.whole('records')]) {
      const bytes = await touched.lengthen(records);
      const [ms = Number.NaN] = await mediansOf(options.whole('rounds'), [touched.walk]);
      const { requests, readUnits } = touched.asked;
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
    notes: ['Medians. Plans are in memory, as there is no bucket: one is read for each import.'],
  });
}

/** The runs that sent these imports, as `sluice history` asks for them: one after the other. */
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
    const asked = `${short(requests)} requests, ${short(readUnits)} units`;
    rows.push([count(history.size), milliseconds(ms), times(ms / (medians[0] ?? Number.NaN)), asked]);
  }
  show({
    title: `The runs of ${importsOfRecord} imports, requested one after the other`,
    head: ['runs', 'time', 'growth', 'asked of the database'],
    rows,
    notes: ['Spread evenly over the whole history.'],
  });
}

async function join({ size, get }: SizedHistory): Promise<void> {
  for (let n = 0; n < importsOfRecord; n += 1) {
    const { importId } = story(Math.floor((n * size) / importsOfRecord), size);
    await get('/runs', { importId });
  }
}
