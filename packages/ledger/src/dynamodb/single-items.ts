import { rateBudgetSchema, type RateBudget } from '../call-budget/index.ts';
import { daySumsSchema, type DaySums } from '../model/day-sums.ts';
import { type SealNote, sealNoteSchema } from '../model/seal-note.ts';
import { found } from '../refusals.ts';
import { inboxCursorSchema, type InboxCursor } from '../sweep/inbox-cursor.ts';
import { putNew, readItem, replace } from './items.ts';
import { daySumsKey, inboxCursorKey, listNotes, rateBudgetKey, sealKey, sealNotes } from './keys.ts';
import { type TableAccess, getItem, partitionItems, putItem, putWhere, queryItems } from './table-access.ts';

export async function readInboxCursor(access: TableAccess): Promise<InboxCursor | undefined> {
  const item = await getItem(access, inboxCursorKey);
  return item && readItem(inboxCursorSchema, item);
}

/** Without a condition: whichever of two sweeps writes last, what it wrote is true. */
export function keepInboxCursor(access: TableAccess, cursor: InboxCursor): Promise<void> {
  return putItem(access, { ...inboxCursorKey, ...cursor });
}

export const keepDaySums = (access: TableAccess, sums: DaySums): Promise<void> =>
  putItem(access, { ...daySumsKey(sums.day), ...sums });

/** A year of them fits into a page. What cannot be read is left out: it is counted again. */
export async function readDaySums(access: TableAccess, from: string, until: string): Promise<DaySums[]> {
  const { pk } = daySumsKey(from);
  const found: DaySums[] = [];
  const query = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':until': until },
  };
  for await (const item of queryItems(access, query)) {
    const { data } = daySumsSchema.safeParse(item);
    if (data !== undefined) found.push(data);
  }
  return found;
}

export async function readRateBudget(access: TableAccess, target: string): Promise<RateBudget | undefined> {
  const item = await getItem(access, rateBudgetKey(target));
  return item && readItem(rateBudgetSchema, item);
}

export function writeRateBudget(access: TableAccess, budget: RateBudget): Promise<boolean> {
  const key = rateBudgetKey(budget.target);
  const mark = access.newId();
  const item = { ...key, ...budget, mark };
  const version = budget.version - 1;
  const { Put } = version === 0 ? putNew(access.table, item) : replace(access.table, { item, version });
  return putWhere(access, Put, { key, mark });
}

export async function noteSeal(access: TableAccess, note: SealNote): Promise<SealNote> {
  const key = sealKey(note);
  const mark = access.newId();
  const { Put } = putNew(access.table, { ...key, ...note, mark });
  if (await putWhere(access, Put, { key, mark })) return note;
  return readItem(sealNoteSchema, found(await getItem(access, key), `the note of the seal of ${note.day}`));
}

export async function readSealNotes(access: TableAccess, day?: string): Promise<SealNote[]> {
  const items = await partitionItems(access, day === undefined ? sealNotes : listNotes(day));
  return items.map((item) => readItem(sealNoteSchema, item));
}
