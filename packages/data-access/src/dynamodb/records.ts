import {
  getItems,
  runStatements,
  transact,
  type ItemKey,
  type Statement,
  type TableAccess,
  type WriteAction,
} from '@sluice/aws-kit/dynamodb';
import { zip } from '../store/lists.ts';
import { isSameWrite, type RecordWrite, type WriteOutcome } from '../store/record.ts';
import type { RecordStore } from '../store/store.ts';
import { claimKey, recordKey } from './keys.ts';
import { growLeaves } from './leaf-items.ts';
import { dropRows, insertLeaves, leftRows, rowsToDrop, type LeafPlace } from './leaves.ts';
import { itemOfRecord, leafIn, recordOfItem, writtenAttributes } from './record-items.ts';
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
  const ownWrites = async (siteId: string, writes: readonly RecordWrite[]): Promise<Refused[]> => {
    const keys = writes.map(({ record }) => recordKey(siteId, record));
    const items = await getItems(access, keys);
    return writes.map(({ record }, at) => {
      const item = items[at];
      const isOurs = item !== undefined && isSameWrite(recordOfItem(record.kind, item), record);
      return { isOurs, leaf: leafIn(item) };
    });
  };

  return {
    get: async (siteId, ref) => (await getMany(siteId, [ref]))[0],
    getMany,
    write: async (siteId, writes) => {
      const left = await rowsToDrop(access, siteId, writes);
      const { items, leafOf } = growLeaves(siteId, writes);
      await insertLeaves(access, items);
      const statements = writes.map((write) => statementOf(siteId, write, leafOf.get(write)));
      const taken = await runStatements(access, statements);
      const refused = writes.filter((_, at) => !taken[at]);
      const found = new Map(zip(refused, await ownWrites(siteId, refused)));
      const isWritten = (write: RecordWrite): boolean => found.get(write)?.isOurs ?? true;
      const stale = writes.flatMap((write): LeafPlace[] => {
        const { kind, id } = write.record;
        const leaf = leafOf.get(write);
        const isElsewhere = leaf !== undefined && found.has(write) && found.get(write)?.leaf !== leaf;
        if (isElsewhere) return [{ kind, id, leaf }];
        return isWritten(write) ? [left.get(write) ?? []].flat() : [];
      });
      await dropRows(access, siteId, stale);
      return writes.map((write): WriteOutcome => (isWritten(write) ? 'written' : 'conflict'));
    },
    writeTogether: async (siteId, writes, { present = [], held = [] } = {}) => {
      const conditions = [
        ...present.map((ref) => checkOf(access.table, recordKey(siteId, ref), ['d', false])),
        ...held.map(({ key, id }) => checkOf(access.table, claimKey(siteId, key), ['id', id])),
      ];
      const puts = writes.map((write) => putOf(access.table, siteId, write));
      const isOurs = async () =>
        writes.length > 0 && (await ownWrites(siteId, writes)).every((one) => one.isOurs);
      const left = await rowsToDrop(access, siteId, writes);
      const isWritten = await transact(access, { actions: [...conditions, ...puts], proof: isOurs });
      if (!isWritten) return 'conflict';
      await dropRows(access, siteId, [...left.values()]);
      return 'written';
    },
    scan: (siteId, scan) => scanRecords(access, siteId, scan),
    shard: (siteId, shard) => shardRecords(access, siteId, shard),
    forgetOthers: async (siteId, refs, now) =>
      dropRows(access, siteId, await leftRows(access, siteId, { refs, now })),
  };
}

/** A write whose condition was false, and the leaf of the record that is there. */
interface Refused {
  readonly isOurs: boolean;
  readonly leaf: string | undefined;
}

function statementOf(siteId: string, { record, replaces }: RecordWrite, leaf?: string): Statement {
  if (replaces === null) return { write: 'insert', item: itemOfRecord(siteId, record, leaf) };
  return {
    write: 'update',
    key: recordKey(siteId, record),
    set: writtenAttributes(record),
    where: { v: replaces.version, w: replaces.writer },
  };
}

function putOf(table: string, siteId: string, { record, replaces }: RecordWrite): WriteAction {
  const condition =
    replaces === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'v = :v AND w = :w',
          ExpressionAttributeValues: { ':v': replaces.version, ':w': replaces.writer },
        };
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
