import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  DynamoDBDocumentClient,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { LedgerError } from '../ledger-error.ts';
import { failureOf } from './failures.ts';
import type { ItemKey } from './keys.ts';

export type Item = Record<string, unknown>;
export type WriteAction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The table, and what waiting and telling writes apart needs: inputs, so that tests do not sleep. */
export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Is told of each run in a list that was left out of it, since it could not be read. */
  readonly unreadable: (error: LedgerError, runId: string) => void;
}

export interface DynamoLedgerOptions {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly now: () => Date;
  readonly sleep?: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly newId?: () => string;
  /** Is told of each run in a list that was left out of it: its item is not what this version writes. */
  readonly unreadable?: (error: LedgerError, runId: string) => void;
}

export function accessOf({ client, table, ...inputs }: Omit<DynamoLedgerOptions, 'now'>): TableAccess {
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table,
    sleep: inputs.sleep ?? sleep,
    random: inputs.random ?? Math.random,
    newId: inputs.newId ?? randomUUID,
    unreadable: inputs.unreadable ?? (() => undefined),
  };
}

const triesAtMost = 8;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/**
 * Makes a request until it is answered, with pauses of full jitter: up to 50, 100, 200 … 2,000 ms.
 * @throws LedgerError `busy` when the last try failed like the others
 */
async function persist<T>(access: TableAccess, request: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await request();
    } catch (error) {
      if (failureOf(error) !== 'passing') throw error;
      if (tried === triesAtMost) {
        throw new LedgerError('busy', `The table did not take a request in ${triesAtMost} tries.`, {
          cause: error,
        });
      }
      const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** (tried - 1));
      await access.sleep(access.random() * longest);
    }
  }
}

/** Reads an item as it is, not as it was a moment ago. */
export async function getItem(access: TableAccess, Key: ItemKey): Promise<Item | undefined> {
  const command = () => new GetCommand({ TableName: access.table, Key, ConsistentRead: true });
  return (await persist(access, () => access.client.send(command()))).Item;
}

const keysPerRequest = 100;

/** Reads items strongly; those that do not exist are left out, and the order is lost. */
export async function getItems(access: TableAccess, keys: readonly ItemKey[]): Promise<Item[]> {
  const items: Item[] = [];
  let waiting: Item[] = keys.map((key) => ({ ...key }));
  while (waiting.length > 0) {
    const Keys = waiting.slice(0, keysPerRequest);
    const answer = await persist(access, () =>
      access.client.send(
        new BatchGetCommand({ RequestItems: { [access.table]: { Keys, ConsistentRead: true } } }),
      ),
    );
    items.push(...(answer.Responses?.[access.table] ?? []));
    const left = answer.UnprocessedKeys?.[access.table]?.Keys ?? [];
    if (left.length > 0) await access.sleep(access.random() * firstPauseMs);
    waiting = [...left, ...waiting.slice(keysPerRequest)];
  }
  return items;
}

/** The items of a query, page after page as they are asked for. */
export async function* queryItems(
  access: TableAccess,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<Item> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const command = () => new QueryCommand({ ...query, TableName: access.table, ExclusiveStartKey });
    const answer = await persist(access, () => access.client.send(command()));
    yield* answer.Items ?? [];
    ExclusiveStartKey = answer.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** Puts an item whatever is there. */
export async function putItem(access: TableAccess, Item: Item): Promise<void> {
  await persist(access, () => access.client.send(new PutCommand({ TableName: access.table, Item })));
}

/** An item that a write alone puts, with the mark that tells it from anybody else's. */
export interface Proof {
  readonly key: ItemKey;
  readonly mark: string;
}

export interface Transaction {
  readonly actions: readonly WriteAction[];
  readonly proof: Proof;
}

/** Writes all or nothing. @returns whether it was written; false: somebody else was first */
export function transact(access: TableAccess, { actions, proof }: Transaction): Promise<boolean> {
  const command = () => new TransactWriteCommand({ TransactItems: [...actions] });
  return isWritten(access, proof, () => access.client.send(command()));
}

/** Puts one item under a condition, for half the price of a transaction. @returns whether it was written */
export function putWhere(
  access: TableAccess,
  put: NonNullable<WriteAction['Put']>,
  proof: Proof,
): Promise<boolean> {
  return isWritten(access, proof, () => access.client.send(new PutCommand(put)));
}

/**
 * When a reply is lost the write is sent again, and refused by what it wrote itself; so after every refusal the proof is
 * read, which tells our own write from somebody else's.
 */
async function isWritten(
  access: TableAccess,
  proof: Proof,
  request: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await persist(access, request);
    return true;
  } catch (error) {
    const isBusy = error instanceof LedgerError && error.code === 'busy';
    if (!isBusy && failureOf(error) !== 'refused') throw error;
    if (await isOurs(access, proof)) return true;
    if (isBusy) throw error;
    return false;
  }
}

async function isOurs(access: TableAccess, { key, mark }: Proof): Promise<boolean> {
  return (await getItem(access, key))?.['mark'] === mark;
}
