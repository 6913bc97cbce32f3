import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type PutCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { failureOf } from './failures.ts';
import { persist, TableBusyError } from './persist.ts';
import { getItem } from './read.ts';
import type { Item, ItemKey, TableAccess } from './table.ts';

export type WriteAction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** How a write recognizes itself: the item that only it puts, with its mark, or a check of the stored items. */
export type Proof = { readonly key: ItemKey; readonly mark: string } | (() => Promise<boolean>);

export interface Transaction {
  readonly actions: readonly WriteAction[];
  readonly proof: Proof;
}

export async function putItem(access: TableAccess, Item: Item): Promise<void> {
  await persist(access, () => access.client.send(new PutCommand({ TableName: access.table, Item })));
}

/**
 * Removes an item. Of several callers, one gets it.
 * @returns what was there; undefined if nothing was, or if the reply that had it was lost
 */
export async function takeItem(access: TableAccess, { pk, sk }: ItemKey): Promise<Item | undefined> {
  const command = () =>
    new DeleteCommand({ TableName: access.table, Key: { pk, sk }, ReturnValues: 'ALL_OLD' });
  return (await persist(access, () => access.client.send(command()))).Attributes;
}

/** Writes all or nothing. @returns whether it was written; false if a condition was false */
export function transact(access: TableAccess, { actions, proof }: Transaction): Promise<boolean> {
  const command = () => new TransactWriteCommand({ TransactItems: [...actions] });
  return isWritten(access, proof, () => access.client.send(command()));
}

/** Puts one item under a condition, at half the price of a transaction. @returns whether it was written */
export function putWhere(
  access: TableAccess,
  put: Omit<PutCommandInput, 'TableName'>,
  proof: Proof,
): Promise<boolean> {
  const command = () => new PutCommand({ ...put, TableName: access.table });
  return isWritten(access, proof, () => access.client.send(command()));
}

/** Updates one item under a condition. @returns the answer; undefined if the condition was false */
export async function updateWhere(
  access: TableAccess,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<UpdateCommandOutput | undefined> {
  const command = () => new UpdateCommand({ ...update, TableName: access.table });
  try {
    return await persist(access, () => access.client.send(command()));
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    return undefined;
  }
}

/**
 * When a reply is lost, the write is sent again and refused because of what it wrote itself. So after every refusal the
 * proof shows whether the write was our own.
 */
async function isWritten(
  access: TableAccess,
  proof: Proof,
  request: () => Promise<object>,
): Promise<boolean> {
  try {
    await persist(access, request);
    return true;
  } catch (error) {
    const isBusy = error instanceof TableBusyError;
    if (!isBusy && failureOf(error) !== 'refused') throw error;
    if (await isOurs(access, proof)) return true;
    if (isBusy) throw error;
    return false;
  }
}

async function isOurs(access: TableAccess, proof: Proof): Promise<boolean> {
  if (typeof proof === 'function') return proof();
  return (await getItem(access, proof.key))?.['mark'] === proof.mark;
}
