import { hash } from 'node:crypto';
import { ownText, type Sheet } from '@sluice/sheets';
import type { LookupSet } from './lookup-set.ts';
import type { RowProblem } from '../plan/plan-types.ts';
import type { ReadRow, RowReader } from './read-row.ts';

interface TwinRequest {
  /** The sheet, opened again. */
  readonly sheet: Sheet;
  readonly readRow: RowReader;
  /** Lookups that seemed to be repeated. */
  readonly repeated: LookupSet;
  /** Empty at first: those met in this reading. */
  readonly met: LookupSet;
}

/** The outcome of the second reading for a row. */
type TwinVerdict =
  /** It was set aside for no reason: another lookup has the same hash. */
  | { readonly kind: 'alone'; readonly read: ReadRow }
  | { readonly kind: 'skipped'; readonly row: number; readonly twinOf: number }
  /** `first`: whether this is the first problem of the row. */
  | { readonly kind: 'problem'; readonly problem: RowProblem; readonly first: boolean };

interface First {
  readonly row: number;
  readonly digest: string;
  failed: boolean;
  named: boolean;
}

/** Compares rows with the same lookup: equal rows are skipped after the first, and different ones are all wrong. */
export async function* confirmTwins({
  sheet,
  readRow,
  repeated,
  met,
}: TwinRequest): AsyncGenerator<TwinVerdict, void, void> {
  const firsts = new Map<string, First>();
  for await (const rows of sheet.rows) {
    for (const cells of rows) {
      const read = readRow(cells);
      if (read.lookup === '' || !repeated.has(read.lookup)) continue;
      const isSetAside = !met.add(read.lookup);
      const key = keyOf(read.lookup);
      const first = firsts.get(key);
      if (first !== undefined) yield* compared(first, read);
      else {
        firsts.set(key, firstOf(read));
        if (isSetAside && read.problems.length === 0) yield { kind: 'alone', read };
      }
    }
  }
}

/** Half a gigabyte of lookups may be repeated, so a long one is kept as its hash, which has 44 characters. */
function keyOf(lookup: string): string {
  return lookup.length < 44 ? ownText(lookup) : hash('sha256', lookup, 'base64');
}

function* compared(first: First, read: ReadRow): Generator<TwinVerdict> {
  const failed = read.problems.length > 0;
  if (digestOf(read) === first.digest) {
    if (!failed) yield { kind: 'skipped', row: read.row, twinOf: first.row };
    return;
  }
  if (!first.named)
    yield { kind: 'problem', problem: twinProblem(read, first.row, read.row), first: !first.failed };
  yield { kind: 'problem', problem: twinProblem(read, read.row, first.row), first: !failed };
  first.named = true;
  first.failed = true;
}

function firstOf(read: ReadRow): First {
  return { row: read.row, digest: digestOf(read), failed: read.problems.length > 0, named: false };
}

function digestOf({ record }: ReadRow): string {
  return hash('sha256', record === undefined ? '' : JSON.stringify(record), 'base64');
}

function twinProblem({ lookupColumn }: ReadRow, row: number, other: number): RowProblem {
  return { row, column: lookupColumn, expected: `a value that no other row has; row ${other} has the same` };
}
