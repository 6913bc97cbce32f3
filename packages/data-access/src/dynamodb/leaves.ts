import {
  getItems,
  queryPages,
  runStatements,
  TableBusyError,
  type Item,
  type ItemKey,
  type Query,
  type Statement,
  type TableAccess,
} from '@sluice/aws-kit/dynamodb';
import { isOrderedId, timeOf } from '../store/ids.ts';
import type { RecordRef, RecordWrite } from '../store/record.ts';
import type { Scan, ScanRow } from '../store/store.ts';
import { leafPartition, recordKey } from './keys.ts';
import { leafOfItem, mayBePacked, nameAbove, pack, rowsPerLeaf, type Leaf } from './leaf-items.ts';
import { aboveAnyDate, dateOfKey, precedes, updatedBetween } from './order.ts';
import { leafIn } from './record-items.ts';

/** A row of a leaf. */
export interface LeafPlace extends RecordRef {
  /** The sort key of the leaf. */
  readonly leaf: string;
}

/** Writes leaves before their records. One that is there has the same content: an earlier try wrote it. */
export async function insertLeaves(access: TableAccess, items: readonly Item[]): Promise<void> {
  const statements = items.map((item): Statement => ({ write: 'insert', item }));
  await runStatements(access, statements);
}

/** The rows that some writes make stale: those of records that an import created and that change for the first time. */
export async function rowsToDrop(
  access: TableAccess,
  siteId: string,
  writes: readonly RecordWrite[],
): Promise<Map<RecordWrite, LeafPlace>> {
  const first = writes.filter(({ record, replaces }) => replaces?.version === 1 && mayBePacked(record));
  const keys = first.map(({ record }) => recordKey(siteId, record));
  const items = await getItems(access, keys);
  return new Map(
    first.flatMap((write, at): [RecordWrite, LeafPlace][] => {
      const { kind, id } = write.record;
      const leaf = leafIn(items[at]);
      return leaf === undefined ? [] : [[write, { kind, id, leaf }]];
    }),
  );
}

const triesAtMost = 5;

/**
 * Removes rows whose records are listed elsewhere by now, and leaves without rows. A row that stays does no harm, since
 * readers compare it with its record: so a crash before this, or a table that is too busy, loses nothing.
 */
export async function dropRows(
  access: TableAccess,
  siteId: string,
  places: readonly LeafPlace[],
): Promise<void> {
  const idsIn = new Map<string, Set<string>>();
  const keys = new Map<string, ItemKey>();
  for (const { kind, id, leaf } of places) {
    const key = { pk: leafPartition(siteId, kind), sk: leaf };
    keys.set(nameOf(key), key);
    idsIn.set(nameOf(key), (idsIn.get(nameOf(key)) ?? new Set()).add(id));
  }
  let pending = [...keys.values()];
  try {
    for (let tried = 0; pending.length > 0 && tried < triesAtMost; tried += 1) {
      const leaves = (await getItems(access, pending)).flatMap((item) => (item ? [leafOfItem(item)] : []));
      const cuts = leaves.flatMap((leaf) => {
        const rest = leaf.rows.filter(([id]) => !idsIn.get(nameOf(leaf.key))?.has(id));
        return rest.length < leaf.rows.length ? [cutTo(rest, leaf)] : [];
      });
      const taken = await runStatements(access, cuts);
      pending = cuts.flatMap(({ key }, at) => (taken[at] ? [] : [key]));
    }
  } catch (error) {
    if (!(error instanceof TableBusyError)) throw error;
  }
}

const nameOf = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

function cutTo(rest: Leaf['rows'], { key, version }: Leaf) {
  const where = { v: version };
  if (rest.length === 0) return { write: 'delete' as const, key, where };
  return { write: 'update' as const, key, set: { v: version + 1, r: pack(rest) }, where };
}

/** No import writes a record so long after its leaf, and no two clocks differ so much. */
const marginMs = 60 * 60 * 1000;

/** The rows of some records that crashes left. While a record does not exist, an import may be about to write it. */
export async function leftRows(
  access: TableAccess,
  siteId: string,
  { refs, now }: { readonly refs: readonly RecordRef[]; readonly now: Date },
): Promise<LeafPlace[]> {
  const places: LeafPlace[] = [];
  const byKind = Map.groupBy(
    refs.filter(({ id }) => isOrderedId(id)),
    ({ kind }) => kind,
  );
  for (const [kind, ofKind] of byKind) {
    const wanted = new Set(ofKind.map(({ id }) => id));
    for await (const items of queryPages(access, leavesSince(leafPartition(siteId, kind), wanted))) {
      for (const { key, rows } of items.map(leafOfItem))
        places.push(...rows.flatMap(([id]) => (wanted.has(id) ? [{ kind, id, leaf: key.sk }] : [])));
    }
  }
  const keys = places.map((place) => recordKey(siteId, place));
  const items = await getItems(access, keys);
  const over = new Date(now.getTime() - marginMs).toISOString();
  return places.filter(({ leaf }, at) => {
    const item = items[at];
    return item ? item['u'] !== undefined || leafIn(item) !== leaf : dateOfKey(leaf) < over;
  });
}

/** No record is written before its id was made. */
function leavesSince(partition: string, ids: ReadonlySet<string>): Query {
  const first = Math.min(...[...ids].map((id) => timeOf(id).getTime()));
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: {
      ':pk': partition,
      ':low': new Date(first - marginMs).toISOString(),
      ':high': aboveAnyDate,
    },
    ConsistentRead: true,
  };
}

/** About how many leaves one write of an import has. They have one date, so they are read together. */
const leavesPerWrite = 16;

/** The rows of leaves, the last updated first. Each is to be compared with its record. */
export async function* leafRows(access: TableAccess, siteId: string, scan: Scan): AsyncGenerator<ScanRow[]> {
  const Limit = Math.ceil(scan.expected / rowsPerLeaf) + leavesPerWrite;
  let held: ScanRow[] = [];
  for await (const items of queryPages(access, { ...leafQuery(siteId, scan), Limit })) {
    const last = items.at(-1);
    if (!last) continue;
    held.push(...items.flatMap((item) => rowsOfLeaf(leafOfItem(item), scan)));
    // Another leaf of the same moment may follow.
    const date = dateOfKey(String(last['sk']));
    yield inOrder(held.filter(({ updatedDate }) => updatedDate !== date));
    held = held.filter(({ updatedDate }) => updatedDate === date);
  }
  yield inOrder(held);
}

const inOrder = (rows: ScanRow[]): ScanRow[] => rows.sort((a, b) => (precedes('updated', a, b) ? -1 : 1));

function rowsOfLeaf({ key, rows }: Leaf, { after }: Scan): ScanRow[] {
  const updatedDate = dateOfKey(key.sk);
  const row = { updatedDate, deleted: false, record: undefined, isTentative: true };
  return rows
    .filter(([id]) => updatedDate !== after?.updatedDate || id < after.id)
    .map(([id, facts]) => ({ ...row, id, facts }));
}

function leafQuery(siteId: string, scan: Scan): Query {
  const [low, high] = updatedBetween(scan, nameAbove);
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': leafPartition(siteId, scan.kind), ':low': low, ':high': high },
    ScanIndexForward: false,
  };
}
