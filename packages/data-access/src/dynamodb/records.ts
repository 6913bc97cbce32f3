import {
  getItems,
  runStatements,
  transact,
  type ItemKey,
  type Statement,
  type TableAccess,
  type WriteAction,
} from '@sluice/dynamo-kit';
import { isSameWrite, type RecordWrite, type StoredRecord, type WriteOutcome } from '../store/record.ts';
import type { RecordStore } from '../store/store.ts';
import { claimKey, recordKey } from './keys.ts';
import { itemOfRecord, recordOfItem, writtenAttributes } from './record-items.ts';
import { scanRecords } from './scan.ts';
import { shardRecords } from './shard-records.ts';

export function createDynamoRecords(access: TableAccess): RecordStore {
  const getMany: RecordStore['getMany'] = async (siteId, refs) => {
    const keys = refs.map((ref) => recordKey(siteId, ref));
    const items = await getItems(access, keys);
    return refs.map((ref, at) => {
      const item = items[at];
      return item && recordOfItem(ref.kind, item);
    });
  };

  /** A condition also fails when our own write succeeded and its reply was lost. The stored record shows which. */
  const ownWrites = async (siteId: string, writes: readonly RecordWrite[]): Promise<boolean[]> => {
    const written = writes.map(({ record }) => record);
    const stored: (StoredRecord | undefined)[] = await getMany(siteId, written);
    return writes.map(({ record }, at) => {
      const found = stored[at];
      return found !== undefined && isSameWrite(found, record);
    });
  };

  return {
    get: async (siteId, ref) => (await getMany(siteId, [ref]))[0],
    getMany,
    write: async (siteId, writes) => {
      const statements = writes.map((write) => statementOf(siteId, write));
      const taken = await runStatements(access, statements);
      const refused = writes.filter((_, at) => !taken[at]);
      const own = refused.length === 0 ? [] : await ownWrites(siteId, refused);
      const lost = new Set(refused.filter((_, at) => !own[at]));
      return writes.map((write): WriteOutcome => (lost.has(write) ? 'conflict' : 'written'));
    },
    writeTogether: async (siteId, writes, { present = [], held = [] } = {}) => {
      const conditions = [
        ...present.map((ref) => checkOf(access.table, recordKey(siteId, ref), ['d', false])),
        ...held.map(({ key, id }) => checkOf(access.table, claimKey(siteId, key), ['id', id])),
      ];
      const puts = writes.map((write) => putOf(access.table, siteId, write));
      const isOurs = async () => writes.length > 0 && (await ownWrites(siteId, writes)).every(Boolean);
      const isWritten = await transact(access, { actions: [...conditions, ...puts], proof: isOurs });
      return isWritten ? 'written' : 'conflict';
    },
    scan: (siteId, scan) => scanRecords(access, siteId, scan),
    shard: (siteId, shard) => shardRecords(access, siteId, shard),
  };
}

function statementOf(siteId: string, { record, replaces }: RecordWrite): Statement {
  if (replaces === null) return { write: 'insert', item: itemOfRecord(siteId, record) };
  return {
    write: 'update',
    key: recordKey(siteId, record),
    set: writtenAttributes(record),
    where: { v: replaces },
  };
}

function putOf(table: string, siteId: string, { record, replaces }: RecordWrite): WriteAction {
  const condition =
    replaces === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'v = :v', ExpressionAttributeValues: { ':v': replaces } };
  return { Put: { TableName: table, Item: itemOfRecord(siteId, record), ...condition } };
}

function checkOf(table: string, key: ItemKey, [attribute, value]: readonly [string, unknown]): WriteAction {
  return {
    ConditionCheck: {
      TableName: table,
      Key: key,
      ConditionExpression: `${attribute} = :value`,
      ExpressionAttributeValues: { ':value': value },
    },
  };
}
