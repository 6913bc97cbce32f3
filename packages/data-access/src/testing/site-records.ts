import { isDeepStrictEqual } from 'node:util';
import { refKey, type StoredRecord } from '../store/record.ts';
import type { Store } from '../store/store.ts';

export type SiteRecords = ReadonlyMap<string, StoredRecord>;

const kinds = ['user', 'role', 'list', 'issue', 'interestAccount'];

/** All records that imports can touch, including deleted ones. */
export async function siteRecords({ records }: Store, siteId: string): Promise<SiteRecords> {
  const found = new Map<string, StoredRecord>();
  const read = async (kind: string): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of records.scan(siteId, { kind, order: 'oldest', expected: 100 })) ids.push(id);
    for (const id of ids) {
      const record = await records.get(siteId, { kind, id });
      if (record) found.set(refKey(record), record);
    }
    return ids;
  };
  for (const kind of kinds) {
    for (const id of await read(kind)) if (kind === 'list') await read(`listItem:${id}`);
  }
  return found;
}

/** The records that an undo did not restore. The writer and the time may differ; new records must be deleted. */
export function notAsBefore(now: SiteRecords, was: SiteRecords): string[] {
  const changed = [...now].flatMap(([key, record]) => {
    const old = was.get(key);
    const isAsBefore = old ? isDeepStrictEqual(lasting(record), lasting(old)) : record.deleted;
    return isAsBefore ? [] : [key];
  });
  return [...changed, ...[...was.keys()].filter((key) => !now.has(key))];
}

const lasting = ({ deleted, createdDate, fields }: StoredRecord) => ({ deleted, createdDate, fields });
