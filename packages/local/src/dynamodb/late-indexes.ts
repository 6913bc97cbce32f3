import * as z from 'zod';
import { itemSchema, type Item } from '../iam/item-requests.ts';
import { Json } from '../base/json.ts';
import { latePage } from './late-page.ts';
import { RecentWrites, textOfKey } from './recent-writes.ts';
import { isNone, type Answer, type Send } from './send.ts';
import type { TableRequest } from './table-request.ts';
import type { TableShapes } from '../base/table-shape.ts';
import type { Written } from './written-items.ts';

export interface LateOptions {
  readonly lagMs: number;
  readonly now: () => number;
}

const querySchema = z.looseObject({ TableName: z.string(), IndexName: z.string().optional() });
const batchSchema = z.object({ Responses: z.record(z.string(), z.array(itemSchema)) });
const oldSchema = z.looseObject({ Attributes: itemSchema.optional() });
/** Of BatchGetItem. */
const keysAtOnce = 100;

/** Queries of an index do not see the writes of the last moments: the front replaces those items by what they were before. */
export function lateIndexes(send: Send, { lagMs, now }: LateOptions): Send {
  const recent = new RecentWrites(lagMs, now);

  async function query(request: TableRequest): Promise<Answer> {
    const answer = await send(request);
    const { members, shapes } = request;
    const { TableName, IndexName = '' } = querySchema.parse(members);
    const shape = shapes[TableName];
    const index = shape?.indexes[IndexName];
    if (shape === undefined || index === undefined || answer.status !== 200) return answer;
    const images = recent.of(TableName);
    if (images.size === 0) return answer;
    return { ...answer, body: Json.ofValue(latePage(members, answer.body.value, { shape, index, images })) };
  }

  /** The database returns what such a write replaces. */
  async function single(request: TableRequest, written: readonly Written[]): Promise<Answer> {
    const answer = await send(request.with({ ReturnValues: 'ALL_OLD' }));
    if (answer.status !== 200) return answer;
    const { Attributes, ...rest } = oldSchema.parse(answer.body.value);
    for (const { table, key } of written) recent.add(table, key, Attributes);
    return { ...answer, body: Json.ofValue(rest) };
  }

  async function itemsBefore(request: TableRequest, written: readonly Written[]): Promise<Map<string, Item>> {
    const found = new Map<string, Item>();
    for (let at = 0; at < written.length; at += keysAtOnce) {
      const RequestItems: Record<string, { Keys: Item[]; ConsistentRead: true }> = {};
      for (const { table, key } of written.slice(at, at + keysAtOnce))
        (RequestItems[table] ??= { Keys: [], ConsistentRead: true }).Keys.push(key);
      const answer = await send(request.as('BatchGetItem', { RequestItems }));
      if (answer.status !== 200) continue;
      for (const [table, items] of Object.entries(batchSchema.parse(answer.body.value).Responses)) {
        const keys = request.shapes[table]?.keys ?? [];
        for (const item of items) found.set(placeOf(table, keyOf(item, keys)), item);
      }
    }
    return found;
  }

  return async (request) => {
    const { operation, shapes } = request;
    if (operation === 'Query') return query(request);
    const written = request.written.filter((one) => mayBeIndexed(shapes, one));
    if (written.length === 0) return send(request);
    if (singles.has(operation) && isNone(request.members['ReturnValues'])) return single(request, written);
    const replacing = written.filter(({ insert }) => insert === undefined);
    const before = await itemsBefore(request, replacing);
    const answer = await send(request);
    const refused = refusedIn(answer);
    for (const { table, key, insert } of written) {
      // Nothing was there before an insert. Another write that failed changed nothing: then this image is the current one.
      if (insert === undefined || !refused(insert)) recent.add(table, key, before.get(placeOf(table, key)));
    }
    return answer;
  };
}

const singles: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** Whether a write may change an index. An item without the key of one is not in it, and usually was not. */
function mayBeIndexed(shapes: TableShapes, { table, item }: Written): boolean {
  return Object.values(shapes[table]?.indexes ?? {}).some(({ partitionKey, sortKey = partitionKey }) => {
    return item === undefined || (item[partitionKey] !== undefined && item[sortKey] !== undefined);
  });
}

const responsesSchema = z.looseObject({
  Responses: z.array(z.looseObject({ Error: z.unknown().optional() })).default([]),
});

/** Which statements of a batch were refused. */
function refusedIn({ status, body }: Answer): (at: number) => boolean {
  if (status !== 200) return () => true;
  const { Responses } = responsesSchema.parse(body.value);
  return (at) => (Responses[at]?.Error ?? undefined) !== undefined;
}

const placeOf = (table: string, key: Item): string => `${table} ${textOfKey(key)}`;

const keyOf = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
