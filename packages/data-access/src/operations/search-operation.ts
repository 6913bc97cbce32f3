import { jsonBytes } from '../store/json-bytes.ts';
import { foldCase, limits, type FieldTable, type Sort } from '@sluice/contract';
import { answerOf } from '../records/answer-record.ts';
import { customFieldsShown, withCustomFields } from '../records/custom-fields.ts';
import { readCursor, writeCursor } from '../search/cursor.ts';
import { search } from '../search/search.ts';
import { searchableOf } from '../store/searchables.ts';
import type { Kind } from '../store/record.ts';
import type { Position } from '../store/store.ts';
import type { Call } from '../operation.ts';

/** The parsed paging fields of a search. Times are in milliseconds since 1970. */
interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: Sort;
  readonly updatedAfter?: number | undefined;
  readonly updatedBefore?: number | undefined;
}

/** A search: which records, which filters, and which fields in the answer. */
export interface SearchDeclaration {
  readonly operation: string;
  readonly kind: Kind;
  readonly fields: readonly string[];
  /** Filters by field; absent ones do not filter. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly q?: string | undefined;
}

export interface Page {
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly items: Record<string, unknown>[];
}

export async function runSearch(declaration: SearchDeclaration, paging: Paging, call: Call): Promise<Page> {
  const { operation, kind, fields } = declaration;
  // White space alone is the same as no `q`.
  const q = foldCase(declaration.q ?? '') || undefined;
  const { siteId, services } = call;
  const filters = Object.fromEntries(
    Object.entries(declaration.filters).filter(([, value]) => value !== undefined),
  );
  const bounds = { updatedAfter: isoOf(paging.updatedAfter), updatedBefore: isoOf(paging.updatedBefore) };
  const scope = { siteId, operation, sort: paging.sort, filters: { ...filters, ...bounds, kind, q } };
  const key = await services.signingKey();

  const custom = await customFieldsShown(services, siteId, { kind, fields });
  const page = await search(services.store.records, siteId, {
    kind,
    order: paging.sort,
    limit: paging.limit,
    after: paging.cursor === undefined ? undefined : readCursor(key, scope, paging.cursor),
    ...bounds,
    filters,
    q,
    withDeleted: showsDeletion(searchableOf(kind).table),
  });
  const answered = page.found.map(({ record, at }) => ({
    item: answerOf(searchableOf(kind).table, withCustomFields(record, custom), fields),
    at,
  }));
  const { sent, next = page.next } = cutToBytes(answered);
  return {
    hasMore: next !== undefined,
    ...(next && { nextCursor: writeCursor(key, scope, next) }),
    items: sent.map(({ item }) => item),
  };
}

interface Answered {
  readonly item: Record<string, unknown>;
  readonly at: Position;
}

/** As many items as an answer can hold, at least one, and where the next page starts. */
function cutToBytes(answered: readonly Answered[]): { sent: readonly Answered[]; next?: Position } {
  let bytes = 0;
  const over = answered.findIndex(({ item }) => {
    bytes += jsonBytes(item) + 1;
    return bytes > limits.pageBytes;
  });
  if (over < 0) return { sent: answered };
  const sent = answered.slice(0, Math.max(1, over));
  const last = sent.at(-1);
  return sent.length === answered.length || !last ? { sent } : { sent, next: last.at };
}

/** Deleted records are listed when the answer has the field `deleted`, so that a client sees the deletion. */
const showsDeletion = (table: FieldTable): boolean => table['deleted'] !== undefined;

/** Clamps times to 1970 to 9999: years with another number of digits would not sort. */
function isoOf(time: number | undefined): string | undefined {
  if (time === undefined) return undefined;
  const bounded = Math.min(Math.max(time, 0), Date.UTC(9999, 11, 31));
  return new Date(bounded).toISOString();
}
