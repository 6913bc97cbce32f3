import { ApiError, idInput, importSchema } from '@sluice/contract';
import * as z from 'zod';
import { kindOfSet } from '../import/make-plan.ts';
import { createSiteView } from '../import/site-view.ts';
import { recordWrites, type Position } from '../import/record-writes.ts';
import type { Finding } from '../lookup-fields/find-ever.ts';
import { useIn } from '../records/use.ts';
import { findRecords, keysOfValue, matchesKey } from '../records/lookup.ts';
import { distinct } from '../store/lists.ts';
import type { Kind, StoredRecord } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';
import { idsEver, idsKnownBy } from './ids-ever.ts';

/** The version of the last write of the page, the import that wrote last then, and its writer: `7 <importId or -> <writer>`. */
const cursorInput = z
  .string()
  .regex(/^\d{1,10} \S{1,200} .{1,2000}$/, 'expected the nextCursor of the page before')
  .optional();

export const recordHistory = siteOperation({
  does: 'lists each write of a record with its caller and its changes, newest first, as far back as they are stored; deleted records too',
  input: z.strictObject({
    siteId: idInput,
    schema: z.string().min(1).max(200),
    /** Its id, a value that it has or had in a field of its lookups, or else its phone, or its name in any case. */
    record: z.string().min(1).max(2000),
    cursor: cursorInput,
  }),
  run: async ({ siteId, schema, record: named, cursor }, services) => {
    const kind = await kindOf(siteId, schema, services);
    const record = await recordNamed({ siteId, kind, named }, services);
    const { id, version, deleted, createdDate, updatedDate } = record;
    const from = cursor === undefined ? { at: record } : { after: positionOf(cursor) };
    const { items, end, last } = await recordWrites(from, { ref: { kind, id }, siteId, services });
    return {
      record: { schema, id, version, deleted, createdDate, updatedDate },
      items,
      end,
      hasMore: last !== undefined,
      ...(last && { nextCursor: cursorOf(last) }),
    };
  },
});

export async function kindOf(siteId: string, name: string, { store }: ControlServices): Promise<string> {
  // People call clients and professionals users, as the interface does.
  const schema = importSchema(name === 'user' ? 'client' : name);
  const kind = schema && (await kindOfSet({ schema }, createSiteView(store, siteId)));
  if (kind !== undefined) return kind;
  throw new ApiError(
    'invalid_request',
    'schema: expected client, professional, list, role, issue, interestAccount, or ListItem.<list name> with a list of this site.',
  );
}

interface Named {
  readonly siteId: string;
  readonly kind: string;
  readonly named: string;
}

/** The record with this id, or the only one that has this value; if none has it, the only one that had it, or is known by it. */
async function recordNamed(
  { siteId, kind, named }: Named,
  { store, now }: Pick<ControlServices, 'store' | 'now'>,
): Promise<StoredRecord> {
  const byId = idInput.safeParse(named).success && (await store.records.get(siteId, { kind, id: named }));
  if (byId) return byId;
  const keys = keysOfValue(kind, named);
  const use = useIn(await store.lookupFields.get(siteId));
  const used = keys.filter((key) => use(key) === 'used');
  const byUsed = distinct((await findRecords(store, siteId, used)).flat(), ({ id }) => id);
  // All records are read only for what no field that is used finds.
  const had = byUsed.length > 0 ? byUsed : await everHaving(keys, named, { store, siteId, kind, now });
  const has = had.filter((record) => keys.some((key) => matchesKey(record, key)));
  const [found, ...others] = has.length > 0 ? has : had;
  if (!found)
    throw new ApiError(
      'not_found',
      'No record of this schema has this id, and none has or had this value. Write its id, e-mail address, name, phone, number or username. `audit changes` also has phones that a record had.',
    );
  if (others.length === 0) return found;
  const shown = [found, ...others].map(({ id, deleted }) => (deleted ? `${id} (deleted)` : id));
  throw new ApiError(
    'invalid_request',
    `record: ${shown.length} records have this value. Expected the id of one of them: ${shown.slice(0, 20).join(', ')}.`,
  );
}

/** Those that have or had a value of a lookup field; if there is none, those that people know by it, as by a phone. */
async function everHaving(
  keys: readonly LookupKey[],
  named: string,
  finding: Omit<Finding, 'until'> & { readonly kind: Kind },
): Promise<StoredRecord[]> {
  const { store, siteId, kind } = finding;
  const had = await idsEver(keys, finding);
  const ids = had.length > 0 ? had : await idsKnownBy(named, kind, finding);
  const refs = ids.map((id) => ({ kind, id }));
  return (await store.records.getMany(siteId, refs)).flatMap((record) => record ?? []);
}

const cursorOf = ({ version, importId, writer }: Position): string =>
  `${version} ${importId ?? '-'} ${writer}`;

function positionOf(cursor: string): Position {
  const [, version, importId = '-', writer = ''] = /^(\d+) (\S+) (.+)$/.exec(cursor) ?? [];
  return { version: Number(version), importId: importId === '-' ? null : importId, writer };
}
