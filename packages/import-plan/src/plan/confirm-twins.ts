import { sha256 } from '#platform';
import { reasonOf, shownValue, type Reason } from '@sluice/contract';
import { ownText, type Sheet } from '@sluice/sheets';
import type { LeftOut } from '../result-sheet/returning-rows.ts';
import type { LookupSet } from '../model/lookup-set.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { ReadRow } from '../rows/read-row.ts';
import type { RecordsReader } from '../rows/row-records.ts';

interface TwinRequest {
  /** The sheet, opened again. */
  readonly sheet: Sheet;
  readonly readRow: RecordsReader;
  /** Lookups that seemed to be repeated. */
  readonly repeated: LookupSet;
  /** Empty at first: those met in this reading. */
  readonly met: LookupSet;
  /** Why a row with these records is left out. */
  readonly whyLeftOut: (reads: readonly ReadRow[]) => LeftOut | undefined;
}

/** The outcome of the second reading for a row. */
type TwinVerdict =
  /** It was set aside, and these of its records are no twins of earlier ones. */
  | { readonly kind: 'alone'; readonly reads: readonly ReadRow[] }
  | { readonly kind: 'skipped'; readonly row: number; readonly twinOf: number }
  /**
   * `first`: whether this is the first problem of the row. `inBatch`: how many of its records are in a batch. `leftOut`: why it
   * was left out, if it was.
   */
  | {
      readonly kind: 'problem';
      readonly problem: RowProblem;
      readonly first: boolean;
      readonly inBatch: number;
      readonly leftOut: LeftOut | undefined;
    };

interface SeenRow {
  readonly row: number;
  inBatch: number;
  leftOut: LeftOut | undefined;
  failed: boolean;
}

/** The first record with a lookup. */
interface First {
  readonly of: SeenRow;
  readonly column: string;
  readonly value: string;
  readonly digest: string;
  named: boolean;
}

/** Compares records with the same lookup: equal ones are skipped after the first, and the rows of different ones are all wrong. */
export async function* confirmTwins({
  sheet,
  readRow,
  repeated,
  met,
  whyLeftOut,
}: TwinRequest): AsyncGenerator<TwinVerdict, void, void> {
  const firsts = new Map<string, First>();
  for await (const rows of sheet.rows) {
    for (const cells of rows) {
      const reads = readRow(cells);
      const hits = reads.filter(({ lookup }) => lookup !== '' && repeated.has(lookup));
      if (hits.length === 0) continue;
      const isSetAside = hits.filter(({ lookup }) => !met.add(lookup)).length > 0;
      const failed = reads.some(({ problems }) => problems.length > 0);
      const at: SeenRow = { row: cells.number, failed, inBatch: 0, leftOut: undefined };
      if (!isSetAside && !failed) place(at, reads, whyLeftOut);
      const twins = new Map<ReadRow, number>();
      for (const read of hits) {
        const key = keyOf(read.lookup);
        const first = firsts.get(key);
        const digest = digestOf(read);
        if (first === undefined) firsts.set(key, firstOf(at, read, digest));
        else if (first.digest === digest) twins.set(read, first.of.row);
        else yield* problemsOf(first, at, read);
      }
      if (!isSetAside || at.failed) continue;
      const alone = reads.filter((read) => !twins.has(read));
      const [twinOf] = twins.values();
      place(at, alone, whyLeftOut);
      if (alone.length > 0) yield { kind: 'alone', reads: alone };
      else if (twinOf !== undefined) yield { kind: 'skipped', row: at.row, twinOf };
    }
  }
}

/** Where the records of a row are, unless they are wrong. */
function place(at: SeenRow, reads: readonly ReadRow[], whyLeftOut: TwinRequest['whyLeftOut']): void {
  at.leftOut = reads.length > 0 ? whyLeftOut(reads) : undefined;
  at.inBatch = at.leftOut === undefined ? reads.length : 0;
}

/** Half a gigabyte of lookups may be repeated, so a long one is kept as its hash, which has 44 characters. */
function keyOf(lookup: string): string {
  return lookup.length < 44 ? ownText(lookup) : sha256(lookup, 'base64');
}

function digestOf({ json }: ReadRow): string {
  return sha256(json.bytes, 'base64');
}

function firstOf(of: SeenRow, { fields, cells }: ReadRow, digest: string): First {
  const value = ownText(shownValue(fields.lookupCell(cells)));
  return { of, column: fields.lookupColumn, value, digest, named: false };
}

/** Both rows are wrong. The first one is named once. */
function* problemsOf(first: First, at: SeenRow, { fields, cells }: ReadRow): Generator<TwinVerdict> {
  const of = { name: fields.lookupColumn, value: shownValue(fields.lookupCell(cells)) };
  if (first.of === at) {
    yield problemOf(at, { ...reasonOf('repeated_in_row', { column: first.column }), ...of });
    return;
  }
  const { column: name, value } = first;
  if (!first.named) yield problemOf(first.of, { ...reasonOf('repeated', { row: at.row }), name, value });
  yield problemOf(at, { ...reasonOf('repeated', { row: first.of.row }), ...of });
  first.named = true;
}

function problemOf(of: SeenRow, reason: Reason): TwinVerdict {
  const first = !of.failed;
  of.failed = true;
  const { row, inBatch, leftOut } = of;
  return { kind: 'problem', problem: { row, ...reason }, first, inBatch, leftOut };
}
