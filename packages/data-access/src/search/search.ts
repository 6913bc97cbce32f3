import { jsonBytes } from '../store/json-bytes.ts';
import type { Position, RecordStore, ScanRow, SortOrder } from '../store/store.ts';
import type { Kind, StoredRecord } from '../store/record.ts';
import { holdsAny, searchFacts, wantedValues, type SearchFacts } from '../store/facts.ts';
import { searchableOf } from '../store/searchables.ts';

export interface SearchRequest {
  readonly kind: Kind;
  readonly order: SortOrder;
  readonly limit: number;
  readonly after: Position | undefined;
  readonly updatedAfter: string | undefined;
  readonly updatedBefore: string | undefined;
  /** Compared with the fields of the same names. A list of values matches if any of them does. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Folded. */
  readonly q: string | undefined;
  /** Whether deleted records are found. A search by `q` never finds them. */
  readonly withDeleted: boolean;
}

export interface Found {
  readonly record: StoredRecord;
  /** Where the next page starts if this record is the last of its page. */
  readonly at: Position;
}

export interface SearchPage {
  readonly found: Found[];
  /** Where the next page starts; undefined when everything was read. */
  readonly next: Position | undefined;
}

/** The most rows that one page reads, so a page may end early. A search without filters fills its page. */
export const readBudget = 2_000;

/** The most bytes of records as JSON that a page may read, since all of them are kept in memory. */
export const recordBytes = 10 * 1024 * 1024;

export async function search(
  store: RecordStore,
  siteId: string,
  request: SearchRequest,
): Promise<SearchPage> {
  const wanted = wantedOf(request);
  // No record matches an empty value or an empty list, so no row is read.
  if (wanted.some(([, values]) => [...values].every((value) => value === '')))
    return { found: [], next: undefined };
  return pageOf(store, siteId, { request, matches: matcherOf(request, wanted), ...budget });
}

interface Budget {
  readonly rows: number;
  readonly bytes: number;
}

const budget: Budget = { rows: readBudget, bytes: recordBytes };

interface Searching extends Budget {
  readonly request: SearchRequest;
  readonly matches: Matcher;
}

async function pageOf(store: RecordStore, siteId: string, searching: Searching): Promise<SearchPage> {
  const { request, matches } = searching;
  const { kind, order, after, updatedAfter, updatedBefore, limit } = request;
  const isBounded = updatedAfter !== undefined || updatedBefore !== undefined;
  const isPicky =
    request.q !== undefined || Object.keys(request.filters).length > 0 || (isBounded && order !== 'updated');
  const expected = isPicky ? Math.min(readBudget, limit * 4) : limit + 1;
  const rows = store.scan(siteId, { kind, order, after, updatedAfter, updatedBefore, expected });

  const found: ScanRow[] = [];
  let read = 0;
  let bytes = 0;
  let last = after;
  let next: Position | undefined;
  for await (const row of rows) {
    if (found.length === limit || read === searching.rows || bytes >= searching.bytes) {
      next = last;
      break;
    }
    read += 1;
    bytes += bytesOf(row.record);
    last = positionOf(row);
    if (matches(row)) found.push(row);
  }
  const page = await recordsOf(store, siteId, { kind, page: { found, next }, matches });
  const left: Budget = { rows: searching.rows - read, bytes: searching.bytes - bytes - page.bytes };
  const isShort = found.length === limit && page.found.length < limit;
  if (!isShort || page.next === undefined || left.bytes <= 0) return page;
  // Records of some rows have changed since, so the page goes on.
  const rest = await pageOf(store, siteId, {
    request: { ...request, after: page.next, limit: limit - page.found.length },
    matches,
    ...left,
  });
  return { found: [...page.found, ...rest.found], next: rest.next };
}

const positionOf = ({ id, updatedDate }: ScanRow): Position => ({ id, updatedDate });

const bytesOf = (record: StoredRecord | undefined): number => (record ? jsonBytes(record.fields) : 0);

type Matcher = (row: { updatedDate: string; deleted: boolean; facts: SearchFacts }) => boolean;

type Wanted = readonly (readonly [name: string, values: ReadonlySet<string>])[];

function wantedOf({ kind, filters }: SearchRequest): Wanted {
  const { table } = searchableOf(kind);
  return Object.entries(filters).map(([name, asked]) => [name, wantedValues(table, name, asked)] as const);
}

function matcherOf({ q, updatedAfter, updatedBefore, withDeleted }: SearchRequest, wanted: Wanted): Matcher {
  return ({ updatedDate, deleted, facts }) =>
    (updatedAfter === undefined || updatedDate > updatedAfter) &&
    (updatedBefore === undefined || updatedDate < updatedBefore) &&
    (!deleted || (withDeleted && q === undefined)) &&
    (q === undefined || holdsText(facts, q)) &&
    wanted.every(([name, values]) => holdsAny(facts, name, values));
}

const holdsText = ({ q }: SearchFacts, text: string): boolean => typeof q === 'string' && q.includes(text);

interface Rows {
  readonly found: readonly ScanRow[];
  readonly next: Position | undefined;
}

const recordsAtFirst = 100;

/** Reads the records of index rows, as many as fit, and checks them again since they may have changed. */
async function recordsOf(
  store: RecordStore,
  siteId: string,
  { kind, page, matches }: { kind: Kind; page: Rows; matches: Matcher },
): Promise<SearchPage & { readonly bytes: number }> {
  const { next } = page;
  const missing = page.found.filter((row) => !row.record);
  if (missing.length === 0)
    return {
      found: page.found.flatMap((at) => (at.record ? [{ record: at.record, at }] : [])),
      next,
      bytes: 0,
    };
  const found: Found[] = [];
  let bytes = 0;
  let read = 0;
  while (read < missing.length && bytes < recordBytes) {
    const fitting = bytes === 0 ? recordsAtFirst : Math.ceil(((recordBytes - bytes) * read) / bytes);
    const rows = missing.slice(read, read + fitting);
    const refs = rows.map(({ id }) => ({ kind, id }));
    const records = await store.getMany(siteId, refs);
    for (const [place, at] of rows.entries()) {
      const record = records[place];
      bytes += bytesOf(record);
      if (record && isListed(at, record) && matches({ ...record, facts: searchFacts(record) }))
        found.push({ record, at });
    }
    read += rows.length;
  }
  const last = missing[read - 1];
  return { found, next: read < missing.length && last ? positionOf(last) : next, bytes };
}

const isListed = ({ isTentative, updatedDate }: ScanRow, record: StoredRecord): boolean =>
  !isTentative || record.updatedDate === updatedDate;
