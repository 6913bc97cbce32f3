import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { itemSchema, type Item } from '../iam/item-requests.ts';
import { textOfKey } from './recent-writes.ts';
import type { IndexShape, TableShape } from '../base/table-shape.ts';

const querySchema = z.looseObject({
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: itemSchema.default({}),
  ScanIndexForward: z.boolean().default(true),
  ExclusiveStartKey: itemSchema.optional(),
  Limit: z.int().optional(),
});
type Query = z.infer<typeof querySchema>;
const pageSchema = z.looseObject({ Items: z.array(itemSchema), LastEvaluatedKey: itemSchema.optional() });

/** What this front cannot evaluate on an item. */
const notEvaluated = ['FilterExpression', 'ProjectionExpression', 'Select', 'QueryFilter', 'KeyConditions'];

export interface LateView {
  readonly shape: TableShape;
  readonly index: IndexShape;
  /** By the text of the key: the item as the index still has it, or undefined if the index does not have it yet. */
  readonly images: ReadonlyMap<string, Item | undefined>;
}

/** A page of a query, as an index that lags behind returns it. @throws AwsError for a query that is not understood here */
export function latePage(body: unknown, answer: unknown, view: LateView): object {
  const query = querySchema.parse(body);
  const page = pageSchema.parse(answer);
  const used = notEvaluated.filter((name) => query[name] !== undefined);
  if (used.length > 0) throw notUnderstood(used.join(', '));
  const matches = conditionOf(query, view.index);
  const order = orderOf(query, view);
  const { ExclusiveStartKey: after, Limit } = query;
  const isOnPage = (item: Item): boolean =>
    matches(item) &&
    (after === undefined || order(item, after) > 0) &&
    (page.LastEvaluatedKey === undefined || order(item, page.LastEvaluatedKey) <= 0);
  const current = page.Items.filter((item) => !view.images.has(textOfKey(keyOf(item, view.shape))));
  const old = [...view.images.values()].flatMap((image) => {
    return image !== undefined && isOnPage(image) ? [projected(image, view)] : [];
  });
  const Items = [...current, ...old].toSorted(order);
  if (Limit === undefined || Items.length <= Limit) return { ...page, Items, Count: Items.length };
  const kept = Items.slice(0, Limit);
  return { ...page, Items: kept, Count: Limit, LastEvaluatedKey: positionOf(kept.at(-1) ?? {}, view) };
}

function notUnderstood(part: string): AwsError {
  const message = `In a query of an index that lags behind, ${part} is not understood here.`;
  return new AwsError('ValidationException', message);
}

const pick = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

const keyOf = (item: Item, { keys }: TableShape): Item => pick(item, keys);

function namesIn({ shape, index }: LateView): string[] {
  return [...shape.keys, index.partitionKey, ...(index.sortKey === undefined ? [] : [index.sortKey])];
}

const positionOf = (item: Item, view: LateView): Item => pick(item, namesIn(view));

function projected(item: Item, view: LateView): Item {
  const { attributes } = view.index;
  return attributes === 'all' ? item : pick(item, [...namesIn(view), ...attributes]);
}

function orderOf({ ScanIndexForward }: Query, { shape, index }: LateView): (a: Item, b: Item) => number {
  const { sortKey } = index;
  const forward = ScanIndexForward ? 1 : -1;
  return (a, b) => {
    const bySortKey = sortKey === undefined ? 0 : compare(a[sortKey], b[sortKey]);
    if (bySortKey !== 0) return bySortKey * forward;
    const [one, other] = [a, b].map((item) => textOfKey(keyOf(item, shape)));
    return one === other ? 0 : (one ?? '') < (other ?? '') ? -forward : forward;
  };
}

type Value = Item[string] | undefined;

function compare(a: Value = {}, b: Value = {}): number {
  if (a['N'] !== undefined) return Number(a['N']) - Number(b['N']);
  const bytesOf = ({ S, B }: NonNullable<Value>): Buffer =>
    B === undefined ? Buffer.from(String(S ?? '')) : Buffer.from(String(B), 'base64');
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

const signs: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Whether an item is in the index and meets the condition on its key. */
function conditionOf(query: Query, { partitionKey, sortKey }: IndexShape): (item: Item) => boolean {
  const { KeyConditionExpression: expression, ExpressionAttributeNames, ExpressionAttributeValues } = query;
  const at = (item: Item, name = ''): Value => item[ExpressionAttributeNames[name] ?? name];
  const valueOf = (name = ''): Value => ExpressionAttributeValues[name];
  const orderTo = (item: Item, name: string, value = ''): number => compare(at(item, name), valueOf(value));
  const terms = termsOf(expression).map(({ name, sign, values: [first, second] }) => {
    if (sign === 'BEGINS_WITH')
      return (item: Item) => String(at(item, name)?.['S']).startsWith(String(valueOf(first)?.['S']));
    if (sign === 'BETWEEN')
      return (item: Item) => orderTo(item, name, first) >= 0 && orderTo(item, name, second) <= 0;
    return (item: Item) => signs[sign]?.(orderTo(item, name, first)) === true;
  });
  const own = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
  return (item) => own.every((name) => item[name] !== undefined) && terms.every((meets) => meets(item));
}

interface Term {
  readonly name: string;
  readonly sign: string;
  readonly values: readonly (string | undefined)[];
}

/** The terms of a condition, which only `AND` joins. */
function termsOf(expression: string): Term[] {
  const tokens = (expression.match(/[#:]?\w+|[<>]=?|=/g) ?? []).map((token) =>
    /^(?:AND|BETWEEN|begins_with)$/i.test(token) ? token.toUpperCase() : token,
  );
  const terms: Term[] = [];
  while (tokens.length > 0) {
    const [name = '', sign = ''] = tokens.splice(0, 2);
    if (name === 'BEGINS_WITH') terms.push({ name: sign, sign: name, values: tokens.splice(0, 1) });
    else if (sign === 'BETWEEN') {
      const [low, , high] = tokens.splice(0, 3);
      terms.push({ name, sign, values: [low, high] });
    } else if (signs[sign] === undefined) throw notUnderstood(expression);
    else terms.push({ name, sign, values: tokens.splice(0, 1) });
    const joined = tokens.shift();
    if (joined !== undefined && joined !== 'AND') throw notUnderstood(expression);
  }
  return terms;
}
