import { type SealNote, sealNoteSchema } from '../model/seal-note.ts';
import { found } from '../refusals.ts';
import { putNew, readItem } from './items.ts';
import { listNotes, sealKey, sealNotes } from './keys.ts';
import { type TableAccess, getItem, partitionItems, putWhere } from './table-access.ts';

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
