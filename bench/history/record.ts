import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { count, median, milliseconds, short, times } from '../figures.ts';
import type { SizedHistory } from './open-history.ts';
import { timed } from './pages.ts';
import { story } from './stories.ts';
import { importsOfRecord, openTouched } from './touched.ts';

/** Of the imports that a larger one is compared with. */
const fewRecords = 10;

interface Options {
  readonly records: number;
  readonly rounds: number;
}

/** What the control panel reads to tell which imports touched a record. */
export async function measureWalks(
  { records: many, rounds }: Options,
  { folder, show }: Running,
): Promise<void> {
  const rows: string[][] = [];
  const touched = await openTouched(folder);
  try {
    for (const records of [fewRecords, many]) {
      const bytes = await touched.lengthen(records);
      await touched.walk();
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) took.push(await timed(touched.walk));
      rows.push([
        count(records),
        megabytes(bytes),
        milliseconds(median(took)),
        short(touched.asked.requests),
        short(touched.asked.readUnits),
      ]);
    }
  } finally {
    await touched.close();
  }
  show({
    title: `A page of a record’s history: ${importsOfRecord} imports`,
    head: ['records of each import', 'each plan', 'time', 'requests', 'read units'],
    rows,
    notes: [
      `Medians of ${rounds} rounds. Plans lie in memory, as there is no bucket: one is read for each import.`,
    ],
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The runs that sent these imports, as `sluice history` asks for them: one after the other. */
export async function measureJoin(
  histories: readonly SizedHistory[],
  { rounds }: Pick<Options, 'rounds'>,
  { show }: Running,
): Promise<void> {
  const took = new Map(histories.map(({ size }) => [size, [] as number[]]));
  const asked: string[] = [];
  for (const history of histories) {
    const { sent } = await history.counting.during(() => join(history));
    const { requests, readUnits } = total(sent);
    asked.push(`${short(requests)} requests, ${short(readUnits)} units`);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const history of histories) took.get(history.size)?.push(await timed(() => join(history)));
  const medians = [...took.values()].map(median);
  show({
    title: `The runs of ${importsOfRecord} imports, one asked for after the other`,
    head: ['runs', 'time', 'growth', 'asked of the database'],
    rows: histories.map(({ size }, at) => [
      count(size),
      milliseconds(medians[at] ?? Number.NaN),
      times((medians[at] ?? Number.NaN) / (medians[0] ?? Number.NaN)),
      asked[at] ?? '',
    ]),
    notes: ['Spread evenly over the whole history.'],
  });
}

async function join({ size, get }: SizedHistory): Promise<void> {
  for (let n = 0; n < importsOfRecord; n += 1) {
    const { importId } = story(Math.floor((n * size) / importsOfRecord), size);
    await get('/runs', { importId });
  }
}
