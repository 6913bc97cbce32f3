import { sha256 } from '#platform';
import { reasonOf, shownValue, type Reason } from '@sluice/contract';
import { ownText, type Sheet } from '@sluice/sheets';
import type { LeftOut } from '../result-sheet/returning-rows.ts';
import { LookupSet, type TextHash } from '../model/lookup-set.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { ReadRow } from '../rows/read-row.ts';
import type { RecordsReader } from '../rows/row-records.ts';

interface TwinRequest {
  /** The sheet, opened again. */
  readonly sheet: Sheet;
  readonly readRecords: RecordsReader;
  /** Why a row with these records is left out. */
  readonly whyLeftOut: (records: readonly ReadRow[]) => LeftOut | undefined;
}

/** The outcome of the second reading for a row. */
type TwinVerdict =
  /** It was set aside, and these of its records are no twins of earlier ones. */
  | { readonly kind: 'alone'; readonly records: readonly ReadRow[] }
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

/** Finds records with the same lookup. It remembers hashes of lookups, so only a second reading shows which are equal. */
export class Twins {
  readonly #hash: TextHash | undefined;
  readonly #known: LookupSet;
  /** Lookups that seemed to be repeated. */
  readonly #repeated: LookupSet;

  constructor(hash: TextHash | undefined) {
    this.#hash = hash;
    this.#known = new LookupSet(hash);
    this.#repeated = new LookupSet(hash);
  }

  /** @returns whether one of them seems to be repeated: then the row waits for the second reading */
  see(records: readonly ReadRow[]): boolean {
    let mayBeTwin = false;
    for (const { lookup } of records) {
      if (lookup === '' || this.#known.add(lookup)) continue;
      this.#repeated.add(lookup);
      mayBeTwin = true;
    }
    return mayBeTwin;
  }

  get mayBeThere(): boolean {
    return this.#repeated.size > 0;
  }

  /** Compares records with the same lookup: equal ones are skipped after the first, and the rows of different ones are all wrong. */
  async *confirm({ sheet, readRecords, whyLeftOut }: TwinRequest): AsyncGenerator<TwinVerdict, void, void> {
    const firsts = new Map<string, First>();
    const met = new LookupSet(this.#hash);
    for await (const rows of sheet.rows) {
      for (const cells of rows) {
        const records = readRecords(cells);
        const hits = records.filter(({ lookup }) => lookup !== '' && this.#repeated.has(lookup));
        if (hits.length === 0) continue;
        const isSetAside = hits.filter(({ lookup }) => !met.add(lookup)).length > 0;
        const failed = records.some(({ problems }) => problems.length > 0);
        const at: SeenRow = { row: cells.number, failed, inBatch: 0, leftOut: undefined };
        if (!isSetAside && !failed) place(at, records, whyLeftOut);
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
        const alone = records.filter((read) => !twins.has(read));
        const [twinOf] = twins.values();
        place(at, alone, whyLeftOut);
        if (alone.length > 0) yield { kind: 'alone', records: alone };
        else if (twinOf !== undefined) yield { kind: 'skipped', row: at.row, twinOf };
      }
    }
  }
}

/** Where the records of a row are, unless they are wrong. */
function place(at: SeenRow, records: readonly ReadRow[], whyLeftOut: TwinRequest['whyLeftOut']): void {
  at.leftOut = records.length > 0 ? whyLeftOut(records) : undefined;
  at.inBatch = at.leftOut === undefined ? records.length : 0;
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
