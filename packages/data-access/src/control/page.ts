import { jsonBytes } from '../store/json-bytes.ts';
import { idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { readBudget } from '../search/search.ts';
import type { Kind, StoredRecord } from '../store/record.ts';
import type { SortOrder } from '../store/store.ts';
import {
  siteOperation,
  type ControlDeclaration,
  type ControlServices,
} from './operation/control-operation.ts';

/** The input of every listing. The cursor is the plain id of the last row, since callers may see all of them. */
export const pageInput = {
  limit: z.int().min(1).max(limits.pageMax).default(limits.pageDefault),
  cursor: idInput.optional(),
};

export interface PageAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page<Item> {
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly items: Item[];
}

interface Rows<Row, Item> {
  readonly idOf: (row: Row) => string;
  /** Undefined for a row that is not shown. */
  readonly itemOf: (row: Row) => Item | undefined;
}

/** One page of rows, bounded by the requested limit, the size of an answer and the read budget. */
export async function pageOf<Row, Item>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  limit: number,
  { idOf, itemOf }: Rows<Row, Item>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let bytes = 0;
  let read = 0;
  let last = '';
  for await (const row of rows) {
    const item = itemOf(row);
    bytes += item === undefined ? 0 : jsonBytes(item) + 1;
    const isFull = items.length === limit || (items.length > 0 && bytes > limits.pageBytes);
    if (isFull || read === readBudget) return { hasMore: true, nextCursor: last, items };
    read += 1;
    last = idOf(row);
    if (item !== undefined) items.push(item);
  }
  return { hasMore: false, items };
}

interface RecordsAsked<Item> extends PageAsked {
  readonly kind: Kind;
  readonly order: Exclude<SortOrder, 'updated'>;
  readonly itemOf: (record: StoredRecord) => Item;
}

export function pageOfRecords<Item>(
  { store }: Pick<ControlServices, 'store'>,
  siteId: string,
  { kind, order, limit, cursor, itemOf }: RecordsAsked<Item>,
): Promise<Page<Item>> {
  const after = cursor === undefined ? undefined : { id: cursor, updatedDate: '' };
  const rows = store.records.scan(siteId, { kind, order, after, expected: limit + 1 });
  return pageOf(rows, limit, {
    idOf: ({ id }) => id,
    itemOf: ({ record }) => (record && !record.deleted ? itemOf(record) : undefined),
  });
}

type RecordList = Pick<ControlDeclaration, 'does'> & Omit<RecordsAsked<object>, keyof PageAsked>;

export const recordList = ({ does, ...list }: RecordList) =>
  siteOperation({
    does,
    input: z.strictObject({ siteId: idInput, ...pageInput }),
    run: ({ siteId, ...page }, services) => pageOfRecords(services, siteId, { ...list, ...page }),
  });
