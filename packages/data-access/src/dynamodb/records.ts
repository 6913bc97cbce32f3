import { TransactWriteItemsCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { isSameWrite, type RecordWrite, type StoredRecord, type WriteOutcome } from '../store/record.ts';
import type { RecordStore } from '../store/store.ts';
import { claimKey, recordKey } from './keys.ts';
import { itemOfRecord, recordOfItem, writtenAttributes } from './record-items.ts';
import { scanRecords } from './scan.ts';
import { runStatements, type Statement } from './statements.ts';
import {
  attributeKey,
  persist,
  readItems,
  type Item,
  type ItemKey,
  type TableAccess,
} from './table-access.ts';

export function createDynamoRecords(access: TableAccess): RecordStore {
  const getMany: RecordStore['getMany'] = async (siteId, refs) => {
    const items = await readItems(
      access,
      refs.map((ref) => recordKey(siteId, ref)),
    );
    return refs.map((ref, at) => {
      const item = items[at];
      return item && recordOfItem(ref.kind, item);
    });
  };

  /** A condition that fails may have failed on our own write, whose answer was lost: the record tells. */
  const ownWrites = async (siteId: string, writes: readonly RecordWrite[]): Promise<boolean[]> => {
    const stored: (StoredRecord | undefined)[] = await getMany(
      siteId,
      writes.map(({ record }) => record),
    );
    return writes.map(({ record }, at) => {
      const found = stored[at];
      return found !== undefined && isSameWrite(found, record);
    });
  };

  return {
    get: async (siteId, ref) => (await getMany(siteId, [ref]))[0],
    getMany,
    write: async (siteId, writes) => {
      const taken = await runStatements(
        access,
        writes.map((write) => statementOf(siteId, write)),
      );
      const refused = writes.filter((_, at) => !taken[at]);
      const own = refused.length === 0 ? [] : await ownWrites(siteId, refused);
      const lost = new Set(refused.filter((_, at) => !own[at]));
      return writes.map((write): WriteOutcome => (lost.has(write) ? 'conflict' : 'written'));
    },
    writeTogether: async (siteId, writes, { present = [], held = [] } = {}) => {
      const conditions = [
        ...present.map((ref) => checkOf(access.table, recordKey(siteId, ref), { d: { BOOL: false } })),
        ...held.map(({ key, id }) => checkOf(access.table, claimKey(siteId, key), { id: { S: id } })),
      ];
      const puts = writes.map((write) => putOf(access.table, siteId, write));
      if (await transact(access, [...conditions, ...puts])) return 'written';
      const own = await ownWrites(siteId, writes);
      return writes.length > 0 && own.every(Boolean) ? 'written' : 'conflict';
    },
    scan: (siteId, scan) => scanRecords(access, siteId, scan),
  };
}

function statementOf(siteId: string, { record, replaces }: RecordWrite): Statement {
  if (replaces === null) return { write: 'insert', item: itemOfRecord(siteId, record) };
  return {
    write: 'update',
    key: recordKey(siteId, record),
    set: writtenAttributes(record),
    where: { v: { N: String(replaces) } },
  };
}

function putOf(table: string, siteId: string, { record, replaces }: RecordWrite): TransactWriteItem {
  const condition =
    replaces === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'v = :v', ExpressionAttributeValues: { ':v': { N: String(replaces) } } };
  return { Put: { TableName: table, Item: itemOfRecord(siteId, record), ...condition } };
}

function checkOf(table: string, key: ItemKey, holds: Item): TransactWriteItem {
  const names = Object.keys(holds);
  return {
    ConditionCheck: {
      TableName: table,
      Key: attributeKey(key),
      ConditionExpression: names.map((name) => `${name} = :${name}`).join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(holds).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether the transaction was made; false says that a condition did not hold. What passes by itself is waited for. */
async function transact(access: TableAccess, items: TransactWriteItem[]): Promise<boolean> {
  return persist(access, async () => {
    try {
      await access.client.send(new TransactWriteItemsCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      const codes = cancellationCodes(error);
      if (codes.includes('ConditionalCheckFailed')) return false;
      if (codes.some((code) => passing.has(code))) return undefined;
      throw error;
    }
  });
}

function cancellationCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  if (error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException') {
    return ['TransactionConflict'];
  }
  if (error.name !== 'TransactionCanceledException' || !('CancellationReasons' in error)) return [];
  const reasons = error.CancellationReasons;
  return Array.isArray(reasons) ? reasons.map((reason: { Code?: string }) => reason.Code ?? 'None') : [];
}
