import {
  BatchGetItemCommand,
  QueryCommand,
  type AttributeValue,
  type DynamoDBClient,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { distinct, inChunks, inParallel } from '../store/batches.ts';

export type Item = Record<string, AttributeValue>;

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** The table and what the adapter needs to wait: both are inputs, so that tests do not sleep. */
export interface TableAccess {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** How PartiQL takes several assignments: AWS documents `SET a = ? SET b = ?`, some emulators read only `SET a = ?, b = ?`. */
  readonly dialect: { joinSets: ' SET ' | ', ' };
}

/** The table stayed too busy for as long as we try. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

export const attemptsAtMost = 10;
const requestsAtOnce = 8;
const firstPauseMs = 25;
const longestPauseMs = 1_000;

/** Runs `attempt` until it answers something, with growing pauses; its `undefined` means: try again. */
export async function persist<T>(access: TableAccess, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 0; tried < attemptsAtMost; tried += 1) {
    if (tried > 0) await access.sleep(access.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** tried));
    const answer = await attempt();
    if (answer !== undefined) return answer;
  }
  throw new StoreBusyError(`The table was busy for ${attemptsAtMost} attempts.`);
}

export const attributeKey = ({ pk, sk }: ItemKey): Item => ({ pk: { S: pk }, sk: { S: sk } });

export const textOf = (item: Item | undefined, name: string): string | undefined => item?.[name]?.S;

const keyText = (item: Item): string => `${textOf(item, 'pk')} ${textOf(item, 'sk')}`;

const keysPerRead = 100;

/** Reads items strongly, in the order asked for, 100 a request. */
export async function readItems(
  access: TableAccess,
  keys: readonly ItemKey[],
): Promise<(Item | undefined)[]> {
  const once = distinct(keys, ({ pk, sk }) => `${pk} ${sk}`);
  const found = new Map<string, Item>();
  await inParallel(inChunks(once, keysPerRead), requestsAtOnce, async (chunk) => {
    for (const item of await readChunk(access, chunk)) found.set(keyText(item), item);
  });
  return keys.map((key) => found.get(`${key.pk} ${key.sk}`));
}

async function readChunk(access: TableAccess, keys: readonly ItemKey[]): Promise<Item[]> {
  const items: Item[] = [];
  let pending: Item[] = keys.map(attributeKey);
  return persist(access, async () => {
    const answer = await access.client.send(
      new BatchGetItemCommand({ RequestItems: { [access.table]: { Keys: pending, ConsistentRead: true } } }),
    );
    items.push(...(answer.Responses?.[access.table] ?? []));
    pending = answer.UnprocessedKeys?.[access.table]?.Keys ?? [];
    return pending.length === 0 ? items : undefined;
  });
}

/** The pages of a query, one after the other. */
export async function* queryPages(
  access: TableAccess,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const answer = await access.client.send(
      new QueryCommand({ ...query, TableName: access.table, ExclusiveStartKey: start }),
    );
    yield answer.Items ?? [];
    start = answer.LastEvaluatedKey;
  } while (start);
}
