import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { itemSchema, type Item } from '../iam/item-requests.ts';
import { latePage, type LateView } from './late-page.ts';
import { textOfKey } from './recent-writes.ts';

const index = { partitionKey: 'g', sortKey: 't', attributes: ['shown'] };
const shape = { keys: ['pk'], indexes: { byTime: index }, warm: {} };
const viewOf = (images: [Item, Item | undefined][]): LateView => ({
  ...{ shape, index },
  images: new Map(images.map(([key, image]) => [textOfKey(key), image])),
});
const item = (pk: string, t: string, more: Item = {}): Item => ({
  ...{ pk: { S: pk }, g: { S: 'open' }, t: { S: t } },
  ...more,
});

const pageSchema = z.looseObject({ Items: z.array(itemSchema), LastEvaluatedKey: itemSchema.optional() });

/** All pages of a query of an index that has these items, as the front returns them. */
function queried(items: readonly Item[], query: object, view: LateView): Item[] {
  const { Limit, ScanIndexForward = true } = z
    .object({ Limit: z.int(), ScanIndexForward: z.boolean().optional() })
    .parse(query);
  const place = (one: Item) => `${one['t']?.['S']} ${textOfKey({ pk: one['pk'] ?? {} })}`;
  const sign = ScanIndexForward ? 1 : -1;
  const inOrder = items.toSorted((a, b) => (place(a) < place(b) ? -sign : sign));
  const all: Item[] = [];
  let after: Item | undefined;
  do {
    const from = after;
    const rest = inOrder.filter(
      (one) =>
        from === undefined || ((place(one) < place(from) ? -sign : sign) > 0 && place(one) !== place(from)),
    );
    const Items = rest.slice(0, Limit);
    const end = rest.length > Limit ? { LastEvaluatedKey: Items.at(-1) } : {};
    const asked = { ...query, ...(from && { ExclusiveStartKey: from }) };
    const page = pageSchema.parse(latePage(asked, { Items, ...end }, view));
    expect(page.Items.length).toBeLessThanOrEqual(Limit);
    all.push(...page.Items);
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
  return all;
}

const open = { KeyConditionExpression: 'g = :g', ExpressionAttributeValues: { ':g': { S: 'open' } } };

test('the pages of a late index have every item as it was before, in order, and each once', () => {
  const time = fc.constantFrom('1', '2', '3', '4', '5');
  const change = fc.record({
    pk: fc.constantFrom(...'abcdefgh'),
    old: fc.option(time),
    now: fc.option(time),
  });
  const changes = fc.uniqueArray(change, { selector: ({ pk }) => pk });
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 4 }), fc.boolean(), (items, Limit, ScanIndexForward) => {
      const before = items.flatMap(({ pk, old }) => (old === null ? [] : [item(pk, old)]));
      const after = items.flatMap(({ pk, now }) => (now === null ? [] : [item(pk, now)]));
      const images = items.map(({ pk, old }): [Item, Item | undefined] => [
        { pk: { S: pk } },
        old === null ? undefined : item(pk, old),
      ]);
      const query = { ...open, Limit, ScanIndexForward };
      expect(queried(after, query, viewOf(images))).toEqual(queried(before, query, viewOf([])));
    }),
  );
});

test.each([
  ['g = :g', ['1', '2', '3']],
  ['g = :g AND t < :b', ['1']],
  ['#g = :g AND t >= :b', ['2', '3']],
  ['g = :g and t BETWEEN :a AND :b', ['1', '2']],
  ['(g = :g) AND begins_with(t, :c)', ['3']],
])('an item of before is shown where it meets the condition %s', (KeyConditionExpression, shown) => {
  const before = ['1', '2', '3'].map((t) => item(t, t, { shown: { S: 'x' }, hidden: { S: 'y' } }));
  const query = {
    ...{ KeyConditionExpression, Limit: 10, ExpressionAttributeNames: { '#g': 'g' } },
    ExpressionAttributeValues: { ':g': { S: 'open' }, ':a': { S: '1' }, ':b': { S: '2' }, ':c': { S: '3' } },
  };
  const view = viewOf(before.map((one) => [{ pk: one['pk'] ?? {} }, one]));
  expect(queried([], query, view)).toEqual(shown.map((t) => item(t, t, { shown: { S: 'x' } })));
});

test('an item that was not in the index before is not shown, and a query that is not understood is an error', () => {
  const { t: _time, ...without } = item('a', '1');
  expect(queried([item('a', '1')], { ...open, Limit: 9 }, viewOf([[{ pk: { S: 'a' } }, without]]))).toEqual(
    [],
  );
  expect(() => latePage({ ...open, FilterExpression: 'a = :g' }, { Items: [] }, viewOf([]))).toThrow(
    'FilterExpression',
  );
});
