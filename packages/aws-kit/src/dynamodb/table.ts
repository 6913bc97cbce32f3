import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export type Item = Record<string, unknown>;

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A table with the keys `pk` and `sk`. Waiting and randomness are inputs, so that tests do not sleep. */
export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How PartiQL joins assignments: AWS documents `SET a = ? SET b = ?`, some emulators read only `SET a = ?, b = ?`. */
  readonly dialect: { joinSets: ' SET ' | ', ' };
}

export interface TableOptions {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
}

export function openTable({ client, table, ...inputs }: TableOptions): TableAccess {
  // It copies every request and answer without what is secret, for a log that is not kept.
  client.middlewareStack.remove('loggerMiddleware');
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table,
    sleep: inputs.sleep ?? ((ms) => sleep(ms)),
    random: inputs.random ?? Math.random,
    dialect: { joinSets: ' SET ' },
  };
}
