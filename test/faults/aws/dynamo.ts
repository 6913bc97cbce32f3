import { json, jsonError, textOf, type AwsAnswer, type AwsRequest } from './answer.ts';
import { invalid, itemRefused, keyRefused, limits, thatFit, togetherRefused } from './dynamo-limits.ts';
import { isMet, updated, type Item, type Names, type Value } from './expressions.ts';
import { outcomeOf, writeOf, type Statement } from './partiql.ts';
import { byBytes } from './order.ts';
import { placeOf, Table, textOf as textIn, type Lag } from './table.ts';
import { entryOf, ledgerIndex, readsOf, sizeOf, writesOf, type Index, type Units } from './units.ts';

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
interface Keys {
  readonly Keys: readonly Item[];
  readonly ConsistentRead?: boolean;
}
type TransactItem = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Action>>;

export interface MemoryDynamoOptions {
  /** That of the ledger by default. */
  readonly index?: Index;
  readonly lag?: Lag;
  /** Whether DynamoDB is too busy for one key or statement of a batch; the others of the batch are answered. */
  readonly isBusy?: () => boolean;
}

export interface MemoryDynamo {
  /** With its units. */
  answer(request: AwsRequest): AwsAnswer & { readonly units: Units };
  /** An item as plain JSON; for the checks, past every client. */
  peek(pk: string, sk: string): Readonly<Record<string, unknown>> | undefined;
  /** @returns what makes the table again what it was at this moment */
  backup(): () => void;
  /** Deletes items whose time to live is over, which DynamoDB does when it likes. */
  expire(now: Date): void;
}

/**
 * DynamoDB in this process, behind the real SDK: one table of text keys `pk` and `sk` with an index. It has the
 * limits of AWS, weak reads and late indexes. The contracts of the ledger and of the service's store are tested over it as over the
 * emulator, so that neither finds a difference.
 */
export function createMemoryDynamo({
  index = ledgerIndex,
  lag,
  isBusy = () => false,
}: MemoryDynamoOptions = {}): MemoryDynamo {
  let [reads, writes] = [0, 0];
  const table = new Table(lag);
  const seenBy = (isStrong = false) => table.seen(isStrong ? undefined : 'readMs');

  /** What an action makes of its item; undefined where the condition is not met. */
  function planned(action: Action): { place: string; before: Item | undefined; after?: Item } | undefined {
    const place = placeOf(action.Item ?? action.Key);
    const before = table.get(place);
    if (!isMet(action.ConditionExpression, before, action)) return undefined;
    if (action.Item) return { place, before, after: action.Item };
    if (action.UpdateExpression === undefined) return { place, before };
    return { place, before, after: updated(action.UpdateExpression, before ?? action.Key ?? {}, action) };
  }

  /** A write that its condition refuses is billed as well. */
  function consume(action: Action, plan: ReturnType<typeof planned>, isDelete: boolean, times = 1): void {
    const before = table.get(placeOf(action.Item ?? action.Key));
    const after = isDelete ? undefined : (action.Item ?? plan?.after ?? before);
    const units = writesOf({ before, after }, index);
    writes += times * units.table + (plan === undefined ? 0 : units.index);
  }

  function write(action: Action, isDelete = false): AwsAnswer {
    const plan = planned(action);
    const refused = keyRefused(action.Item ?? action.Key) ?? itemRefused(plan?.after ?? action.Item);
    if (refused) return refused;
    consume(action, plan, isDelete);
    if (plan === undefined) return jsonError('ConditionalCheckFailedException');
    const { place, before, after } = plan;
    if (isDelete || after) table.put(place, isDelete ? undefined : after);
    if (action.ReturnValues === 'ALL_NEW') return json({ Attributes: after });
    if (action.ReturnValues === 'UPDATED_NEW') return json({ Attributes: namedIn(action, after) });
    return json(action.ReturnValues === 'ALL_OLD' && before ? { Attributes: before } : {});
  }

  function transact({ TransactItems }: { readonly TransactItems: readonly TransactItem[] }): AwsAnswer {
    const actionOf = (one: TransactItem) => one.Put ?? one.Update ?? one.Delete ?? one.ConditionCheck;
    const keys = TransactItems.map((one) => actionOf(one)?.Item ?? actionOf(one)?.Key ?? {});
    const made = TransactItems.flatMap((one): Item[] => {
      const { after } = planned(actionOf(one) ?? noAction) ?? {};
      return after ? [after] : [];
    });
    const refused =
      togetherRefused(keys, limits.transaction) ?? firstOf(keys, keyRefused) ?? firstOf(made, itemRefused);
    if (refused) return refused;
    if (made.reduce((sum, item) => sum + sizeOf(item), 0) > limits.transactionBytes)
      return invalid('The transaction has more than 4 MB');
    const plans = TransactItems.map((one) => {
      const action = actionOf(one);
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
      if (one.Delete || plan.after) table.put(plan.place, one.Delete ? undefined : plan.after);
    }
    return json({});
  }

  function query(asked: Query): AwsAnswer {
    const [pk, sk] = asked.IndexName === undefined ? ['pk', 'sk'] : index.keys;
    const listed = asked.IndexName === undefined ? seenBy(asked.ConsistentRead) : table.seen('indexMs');
    const found = [...listed.values()]
      .filter((item) => item[pk] && item[sk] && isMet(asked.KeyConditionExpression, item, asked))
      .toSorted((one, other) => byBytes(textIn(one[sk]), textIn(other[sk])));
    if (asked.ScanIndexForward === false) found.reverse();
    const start = asked.ExclusiveStartKey;
    const from = start === undefined ? 0 : found.findIndex((item) => placeOf(item) === placeOf(start)) + 1;
    const most = asked.Limit === undefined ? undefined : from + asked.Limit;
    const page = thatFit(found.slice(from, most), (item) => item, limits.pageBytes);
    const last = page.at(-1);
    const isMore = last !== undefined && from + page.length < found.length;
    const key = isMore && { pk: last['pk'], sk: last['sk'], [pk]: last[pk], [sk]: last[sk] };
    const read = page.map((item) => (asked.IndexName === undefined ? item : (entryOf(item, index) ?? item)));
    reads += readsOf(read, { isStrong: asked.ConsistentRead === true, together: true });
    const Items = read.filter((item) => isMet(asked.FilterExpression, item, asked));
    return json({ Items, Count: Items.length, ...(key && { LastEvaluatedKey: key }) });
  }

  function batchGet({ RequestItems }: { readonly RequestItems: Readonly<Record<string, Keys>> }): AwsAnswer {
    const [[name, { Keys, ConsistentRead }] = ['', { Keys: [] }]] = Object.entries(RequestItems);
    const refused = togetherRefused(Keys, limits.keys) ?? firstOf(Keys, keyRefused);
    if (refused) return refused;
    const seen = seenBy(ConsistentRead);
    const asked = Keys.map((key) => ({ key, item: seen.get(placeOf(key)), busy: isBusy() }));
    const answered = thatFit(
      asked.filter(({ busy }) => !busy),
      ({ item = {} }) => item,
      limits.batchBytes,
    );
    reads += readsOf(
      answered.map(({ item = {} }) => item),
      { isStrong: ConsistentRead === true, together: false },
    );
    const left = asked.filter((one) => !answered.includes(one)).map(({ key }) => key);
    return json({
      Responses: { [name]: answered.flatMap(({ item }) => item ?? []) },
      UnprocessedKeys: left.length === 0 ? {} : { [name]: { Keys: left, ConsistentRead } },
    });
  }

  /** Each statement has its own outcome. */
  function execute({ Statements }: { readonly Statements: readonly Statement[] }): AwsAnswer {
    const all = Statements.map(writeOf);
    const refused = togetherRefused(
      all.map(({ key }) => key),
      limits.statements,
    );
    if (refused) return refused;
    const failed = (Code: string) => ({ Error: { Code, Message: Code } });
    const Responses = all.map((one) => {
      if (isBusy()) return failed('ThrottlingError');
      const outcome = outcomeOf(one, table);
      const before = table.get(placeOf(one.key));
      const after = 'after' in outcome ? outcome.after : before;
      if (keyRefused(one.key) ?? itemRefused(after)) return failed('ValidationError');
      const units = writesOf({ before, after }, index);
      writes += units.table + ('code' in outcome ? 0 : units.index);
      if ('code' in outcome) return failed(outcome.code);
      table.put(placeOf(one.key), after);
      return {};
    });
    return json({ Responses });
  }

  return {
    peek: (pk, sk) => {
      const item = table.get(`${pk}\n${sk}`);
      return item && Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)]));
    },
    backup: () => table.backup(),
    expire: (now) => table.expire(now),
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
        const refused = keyRefused(input.Key);
        if (refused) return refused;
        const item = seenBy(input.ConsistentRead).get(placeOf(input.Key));
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

/** The attributes that an update names. */
function namedIn({ UpdateExpression = '', ExpressionAttributeNames = {} }: Action, item: Item = {}): Item {
  const named = new Set(
    UpdateExpression.match(/#?\w+/gu)?.map((name) => ExpressionAttributeNames[name] ?? name),
  );
  return Object.fromEntries(Object.entries(item).filter(([name]) => named.has(name)));
}

const noAction: Action = { TableName: '' };

function firstOf<T>(all: readonly T[], refused: (one: T) => AwsAnswer | undefined): AwsAnswer | undefined {
  for (const one of all) {
    const answer = refused(one);
    if (answer) return answer;
  }
  return undefined;
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
