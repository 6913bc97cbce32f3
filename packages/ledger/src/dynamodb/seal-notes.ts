import { type SealNote, sealNoteSchema } from '../audit/seal-note.ts';
import { found } from '../refusals.ts';
import { putNew, readItem } from './items.ts';
import { sealKey, sealNotes } from './keys.ts';
import { type TableAccess, getItem, partitionItems, putWhere } from './table-access.ts';

export async function noteSeal(access: TableAccess, note: SealNote): Promise<SealNote> {
  const key = sealKey(note.day);
  const mark = access.newId();
  const { Put } = putNew(access.table, { ...key, ...note, mark });
  if (await putWhere(access, Put, { key, mark })) return note;
  return readItem(sealNoteSchema, found(await getItem(access, key), `the note of the seal of ${note.day}`));
}

export async function readSealNotes(access: TableAccess): Promise<SealNote[]> {
  const items = await partitionItems(access, sealNotes);
  return items.map((item) => readItem(sealNoteSchema, item));
}
