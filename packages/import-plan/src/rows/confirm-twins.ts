import { hash } from 'node:crypto';
import { ownText, type Sheet } from '@sluice/sheets';
import type { LookupSet } from './lookup-set.ts';
import type { RowProblem } from '../plan/plan-types.ts';
import type { ReadRow, RowReader } from './read-row.ts';

export interface TwinRequest {
  /** The sheet, opened anew. */
  readonly sheet: Sheet;
  readonly readRow: RowReader;
  /** Lookups that seemed to come more than once. */
  readonly repeated: LookupSet;
  /** Empty: those that were met in this reading. */
  readonly met: LookupSet;
}

/** What the second reading says of a row. */
export type TwinVerdict =
  /** It was held out for nothing: another lookup has the same hash. */
  | { readonly kind: 'alone'; readonly read: ReadRow }
  | { readonly kind: 'skipped'; readonly row: number; readonly twinOf: number }
  /** `first` says whether nothing was wrong with the row before. */
  | { readonly kind: 'problem'; readonly problem: RowProblem; readonly first: boolean };

interface First {
  readonly row: number;
  readonly digest: string;
  failed: boolean;
  named: boolean;
}

/** Compares the rows whose lookup seemed to come before: equal ones are skipped, others are wrong, both of them. */
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
      const heldOut = !met.add(read.lookup);
      const first = firsts.get(read.lookup);
      if (first !== undefined) yield* compared(first, read);
      else {
        firsts.set(ownText(read.lookup), firstOf(read));
        if (heldOut && read.problems.length === 0) yield { kind: 'alone', read };
      }
    }
  }
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
