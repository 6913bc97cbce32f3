import { json, jsonError, textOf, type AwsAnswer, type AwsRequest } from './answer.ts';
import { isMet, updated, type Item, type Names, type Value } from './expressions.ts';
import { entryOf, readsOf, writesOf, type Projection, type Units } from './units.ts';

interface Action extends Names {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ReturnValues?: string;
}
interface Query extends Names {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Item;
}
interface Inserted {
  readonly Statement: string;
  readonly Parameters: readonly Value[];
}
type TransactItem = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Action>>;

export interface MemoryDynamoOptions {
  readonly projection?: Projection;
  /** How long the index lags behind the table. */
  readonly lag?: { readonly ms: number; readonly now: () => Date };
}

export interface MemoryDynamo {
  /** With its units. */
  answer(request: AwsRequest): AwsAnswer & { readonly units: Units };
  /** An item as plain JSON; for the checks, past every client. */
  peek(pk: string, sk: string): Readonly<Record<string, unknown>> | undefined;
  /** @returns what makes the table again what it was at this moment */
  backup(): () => void;
}

/**
 * DynamoDB in this process, behind the real SDK: one table of text keys `pk` and `sk` with the index `gsi1pk`, `gsi1sk`. The contract
 * of the ledger is tested over it as over the emulator, so that the flow finds no difference.
 */
export function createMemoryDynamo({ projection, lag }: MemoryDynamoOptions = {}): MemoryDynamo {
  let [reads, writes] = [0, 0];
  const items = new Map<string, Item>();
  let recent: { readonly at: number; readonly place: string; readonly before: Item | undefined }[] = [];
  const text = (value: Value | undefined) => String(value?.['S'] ?? '');
  const at = (key: Item = {}) => `${text(key['pk'])}\n${text(key['sk'])}`;

  function put(place: string, after: Item | undefined): void {
    if (lag) recent.push({ at: lag.now().getTime(), place, before: items.get(place) });
    if (after) items.set(place, after);
    else items.delete(place);
  }

  /** The items as the index has them, which lags behind. */
  function indexed(): readonly Item[] {
    if (lag === undefined) return [...items.values()];
    const since = lag.now().getTime() - lag.ms;
    recent = recent.filter(({ at: written }) => written > since);
    const late = new Map(items);
    for (const { place, before } of recent.toReversed()) {
      if (before) late.set(place, before);
      else late.delete(place);
    }
    return [...late.values()];
  }

  /** What an action makes of its item; undefined where the condition is not met. */
  function planned(action: Action): { place: string; before: Item | undefined; after?: Item } | undefined {
    const place = at(action.Item ?? action.Key);
    const before = items.get(place);
    if (!isMet(action.ConditionExpression, before, action)) return undefined;
    if (action.Item) return { place, before, after: action.Item };
    if (action.UpdateExpression === undefined) return { place, before };
    return { place, before, after: updated(action.UpdateExpression, before ?? action.Key ?? {}, action) };
  }

  /** A write that its condition refuses is billed as well. */
  function consume(action: Action, plan: ReturnType<typeof planned>, isDelete: boolean, times = 1): void {
    const before = items.get(at(action.Item ?? action.Key));
    const after = isDelete ? undefined : (action.Item ?? plan?.after ?? before);
    const { table, index } = writesOf({ before, after }, projection);
    writes += times * table + (plan === undefined ? 0 : index);
  }

  function write(action: Action, isDelete = false): AwsAnswer {
    const plan = planned(action);
    consume(action, plan, isDelete);
    if (plan === undefined) return jsonError('ConditionalCheckFailedException');
    const { place, before, after } = plan;
    if (isDelete || after) put(place, isDelete ? undefined : after);
    if (action.ReturnValues === 'ALL_NEW') return json({ Attributes: after });
    return json(action.ReturnValues === 'ALL_OLD' && before ? { Attributes: before } : {});
  }

  function transact({ TransactItems }: { readonly TransactItems: readonly TransactItem[] }): AwsAnswer {
    if (TransactItems.length > 100) return jsonError('ValidationException');
    const plans = TransactItems.map((one) => {
      const action = one.Put ?? one.Update ?? one.Delete ?? one.ConditionCheck;
      const plan = action && planned(action);
      if (action) consume(action, plan, one.Delete !== undefined, 2);
      return { one, plan };
    });
    if (plans.some(({ plan }) => plan === undefined)) {
      const CancellationReasons = plans.map(({ plan }) => ({
        Code: plan ? 'None' : 'ConditionalCheckFailed',
      }));
      return jsonError('TransactionCanceledException', { CancellationReasons });
    }
    for (const { one, plan } of plans) {
      if (plan === undefined || one.ConditionCheck) continue;
      if (one.Delete || plan.after) put(plan.place, one.Delete ? undefined : plan.after);
    }
    return json({});
  }

  function query(asked: Query): AwsAnswer {
    const [pk, sk] = asked.IndexName === undefined ? ['pk', 'sk'] : ['gsi1pk', 'gsi1sk'];
    const listed = asked.IndexName === undefined ? [...items.values()] : indexed();
    const found = listed
      .filter((item) => item[pk] && item[sk] && isMet(asked.KeyConditionExpression, item, asked))
      .toSorted((one, other) => (text(one[sk]) < text(other[sk]) ? -1 : 1));
    if (asked.ScanIndexForward === false) found.reverse();
    const start = asked.ExclusiveStartKey;
    const from = start === undefined ? 0 : found.findIndex((item) => at(item) === at(start)) + 1;
    const page = found.slice(from, asked.Limit === undefined ? undefined : from + asked.Limit);
    const last = page.at(-1);
    const isMore = last !== undefined && from + page.length < found.length;
    const key = isMore && { pk: last['pk'], sk: last['sk'], [pk]: last[pk], [sk]: last[sk] };
    const read = page.map((item) =>
      asked.IndexName === undefined ? item : (entryOf(item, projection) ?? item),
    );
    reads += readsOf(read, { isStrong: asked.ConsistentRead === true, together: true });
    const Items = read.filter((item) => isMet(asked.FilterExpression, item, asked));
    return json({ Items, Count: Items.length, ...(key && { LastEvaluatedKey: key }) });
  }

  function batchGet({ RequestItems }: { RequestItems: Readonly<Record<string, { Keys: readonly Item[] }>> }) {
    const Responses = Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => {
        reads += readsOf(
          Keys.map((key) => items.get(at(key)) ?? {}),
          { isStrong: true, together: false },
        );
        return [table, Keys.flatMap((key) => items.get(at(key)) ?? [])];
      }),
    );
    return json({ Responses, UnprocessedKeys: {} });
  }

  /** Inserts; each has its own outcome. */
  function execute({ Statements }: { readonly Statements: readonly Inserted[] }): AwsAnswer {
    const Responses = Statements.map(({ Statement, Parameters }) => {
      const [, TableName = '', list = ''] = /^INSERT INTO "([^"]+)" VALUE \{(.*)\}$/u.exec(Statement) ?? [];
      if (list === '') throw new Error(`The stand-in of DynamoDB cannot read: ${Statement}`);
      const names = [...list.matchAll(/'(\w+)': \?/gu)].map(([, name = '']) => name);
      const Item = Object.fromEntries(names.map((name, index) => [name, Parameters[index] ?? {}]));
      const { status } = write({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
      return status === 200 ? {} : { Error: { Code: 'DuplicateItem', Message: 'It is there.' } };
    });
    return json({ Responses });
  }

  return {
    peek: (pk, sk) => {
      const item = items.get(`${pk}\n${sk}`);
      return item && Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)]));
    },
    backup: () => {
      const kept = [...items];
      return () => {
        items.clear();
        for (const [place, item] of kept) items.set(place, item);
        recent = [];
      };
    },
    answer: (request) => {
      const before = { reads, writes };
      const found = answered(request);
      return { ...found, units: { reads: reads - before.reads, writes: writes - before.writes } };
    },
  };

  function answered({ headers, body }: AwsRequest): AwsAnswer {
    const input = JSON.parse(textOf(body));
    const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
    switch (operation) {
      case 'GetItem': {
        const item = items.get(at(input.Key));
        reads += readsOf([item ?? {}], { isStrong: input.ConsistentRead === true, together: false });
        return json(item ? { Item: item } : {});
      }
      case 'PutItem':
      case 'UpdateItem':
        return write(input);
      case 'DeleteItem':
        return write(input, true);
      case 'TransactWriteItems':
        return transact(input);
      case 'Query':
        return query(input);
      case 'BatchGetItem':
        return batchGet(input);
      case 'BatchExecuteStatement':
        return execute(input);
      default:
        throw new Error(`The stand-in of DynamoDB does not know ${operation}.`);
    }
  }
}

function plain(value: Value): unknown {
  const [[kind, inner] = ['NULL', true]] = Object.entries(value);
  if (kind === 'N') return Number(inner);
  if (kind === 'NULL') return null;
  if (kind === 'B') return Buffer.from(String(inner), 'base64');
  if (kind === 'L' && Array.isArray(inner)) return inner.map((one: Value) => plain(one));
  if (kind === 'M' && typeof inner === 'object' && inner !== null)
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, plain(one)]));
  return inner;
}
