import { randomUUID } from 'node:crypto';
import {
  getItems as getEach,
  openTable,
  type Item,
  type ItemKey,
  type TableAccess as Table,
  type TableOptions,
} from '@sluice/aws-kit/dynamodb';
import type { LedgerError } from '../model/ledger-error.ts';

export {
  getItem,
  partitionItems,
  putItem,
  putWhere,
  queryItems,
  transact,
  type Item,
  type Query,
  type WriteAction,
} from '@sluice/aws-kit/dynamodb';

export interface TableAccess extends Table {
  readonly newId: () => string;
  /** Receives each run that was left out of a list because this version cannot read its item. */
  readonly unreadable: (error: LedgerError, runId: string) => void;
}

export interface DynamoLedgerOptions extends TableOptions {
  readonly now: () => Date;
  readonly newId?: TableAccess['newId'];
  readonly unreadable?: TableAccess['unreadable'];
}

export function accessOf(options: Omit<DynamoLedgerOptions, 'now'>): TableAccess {
  return {
    ...openTable(options),
    newId: options.newId ?? randomUUID,
    unreadable: options.unreadable ?? (() => undefined),
  };
}

/** Reads items strongly, in the order of the keys. Items that do not exist are left out. */
export async function getItems(access: TableAccess, keys: readonly ItemKey[]): Promise<Item[]> {
  return (await getEach(access, keys)).filter((item) => item !== undefined);
}
