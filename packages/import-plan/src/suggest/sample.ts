import { ownText, type Sheet } from '@sluice/sheets';
import { asDropped } from '../result-sheet/result-columns.ts';
import { readableName } from '../texts/readable-header.ts';
import { layoutOf } from './known-columns.ts';

export interface Sample {
  readonly header: readonly string[];
  /** The first rows below it. */
  readonly rows: readonly (readonly string[])[];
  /** Where the header is, if a known export has it below the row that was taken for it. */
  readonly headerRow?: number;
}

const rowsSampled = 200;
/** A known export has its header no further down. */
const rowsAbove = 5;

/** Reads the beginning of a sheet. `open` takes the row of the header, if it is not the one that its bytes show. */
export async function sampleOf(open: (headerRow?: number) => Promise<Sheet>): Promise<Sample> {
  const sample = await beginningOf(await open());
  if (layoutOf(sample.header) !== undefined) return sample;
  const below = sample.numbered.slice(0, rowsAbove).find(({ cells }) => layoutOf(cells) !== undefined);
  if (below === undefined) return sample;
  return { ...(await beginningOf(await open(below.number))), headerRow: below.number };
}

async function beginningOf(sheet: Sheet) {
  const { facts, rows } = asDropped(sheet);
  const numbered: { number: number; cells: string[] }[] = [];
  for await (const chunk of rows) {
    const wanted = chunk.slice(0, rowsSampled - numbered.length);
    numbered.push(...wanted.map(({ number, cells }) => ({ number, cells: cells.map(ownText) })));
    if (numbered.length === rowsSampled) break;
  }
  return { header: facts.header.map(readableName), rows: numbered.map(({ cells }) => cells), numbered };
}
