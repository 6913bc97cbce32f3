import { idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { unlessAltered } from '../import/documents.ts';
import { madeChanges, type MadeChange } from '../import/made-changes.ts';
import { beginsUntilMs } from '../import/record-writes.ts';
import { valuesSha256 } from '../import/stored-values.ts';
import { orderedId } from '../store/ids.ts';
import type { ImportItem } from '../store/import-item.ts';
import { listOfKind } from '../store/record.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';
import { callChanges, callsFrom, type Within } from './list-calls.ts';
import { kindOf } from './record-history.ts';

/** How many imports are read ahead. */
const expected = 200;

const cursorForm = /^(call )?(\S{1,200})(?: (\d{1,6}))?$/;

const time = z.iso
  .datetime({ offset: true, error: 'expected a date and time in ISO 8601' })
  .transform((text) => new Date(text).toISOString());

export const listChanges = siteOperation({
  does: 'lists what imports changed in a time, newest first, and what was undone in it; then what other calls changed',
  input: z.strictObject({
    siteId: idInput,
    /** Lists imports that began to write, or whose undo was started, since then and before `until`. */
    since: time,
    until: time,
    schema: z.string().min(1).max(200).optional(),
    /** Where the page before ended: after `<importId>` or `call <requestId>`, or after 500 of its records: `<importId> 500`. */
    cursor: z.string().regex(cursorForm, 'expected the nextCursor of the page before').optional(),
  }),
  run: async ({ schema, cursor, ...within }, services) => {
    const { siteId } = within;
    const kind = schema === undefined ? undefined : await kindOf(siteId, schema, services);
    const begun = services.now().getTime();
    const items: Listed[] = [];
    let [last, bytes] = ['', 0];
    for await (const { place, skip, read } of placesFrom(cursor, within, services)) {
      if (last !== '' && services.now().getTime() - begun >= beginsUntilMs)
        return { items, hasMore: true, nextCursor: last };
      last = place;
      const found = await read();
      if (!found) continue;
      const { records, ...about } = await ofKind(found, { kind, siteId }, services);
      const fitting: ListedRecord[] = [];
      for (const record of records.slice(skip)) {
        bytes += jsonBytes(record) + 1;
        if (bytes > limits.pageBytes && (items.length > 0 || fitting.length > 0)) break;
        fitting.push(record);
      }
      const isCut = skip + fitting.length < records.length;
      if (fitting.length > 0 || about.state !== 'kept') items.push({ ...about, records: fitting });
      if (isCut) return { items, hasMore: true, nextCursor: `${place} ${skip + fitting.length}` };
    }
    return { items, hasMore: false };
  },
});

/** An import or a call that may have changed records. */
interface Place {
  /** Its cursor. */
  readonly place: string;
  /** How many of its records earlier pages have. */
  readonly skip: number;
  /** Undefined if it changed nothing in this time. */
  readonly read: () => Promise<Changed | undefined>;
}

/** Imports, the newest first; then calls, the oldest first. */
async function* placesFrom(
  cursor: string | undefined,
  within: Within,
  services: ControlServices,
): AsyncGenerator<Place> {
  const { siteId, until } = within;
  const { imports } = services.store;
  const [, call, id, skipped] = cursorForm.exec(cursor ?? '') ?? [];
  const ofImport = (item: ImportItem, skip = 0): Place => {
    const isListed = hasWritten(item) && isWithin(item, within);
    const read = async () => (isListed ? importChanges(item, services) : undefined);
    return { place: item.importId, skip, read };
  };
  const ofCall = (requestId: string, skip = 0): Place => {
    const read = () => callChanges({ siteId, requestId }, within, services);
    return { place: `call ${requestId}`, skip, read };
  };
  const isWithinOne = id !== undefined && skipped !== undefined;
  if (call === undefined) {
    const begun = isWithinOne ? await imports.get(siteId, id) : undefined;
    if (begun) yield ofImport(begun, Number(skipped));
    // Ids begin with the time: what was created later has written nothing before.
    const after = id ?? orderedId(new Date(until), '', 0);
    for await (const item of imports.scan(siteId, { after, expected })) yield ofImport(item);
  } else if (isWithinOne) yield ofCall(id, Number(skipped));
  for await (const requestId of callsFrom(call && id, within, services)) yield ofCall(requestId);
}

/** Whether it may have written records. */
const hasWritten = ({ dryRun, plan, state }: ImportItem): boolean =>
  !dryRun && plan !== null && ['running', 'success', 'error', 'reverting', 'reverted'].includes(state);

function isWithin({ ranDate, revert }: ImportItem, { since, until }: Within) {
  return [ranDate, revert?.startedDate].some((at) => at && at >= since && at < until);
}

interface ListedRecord extends Omit<MadeChange, 'kind' | 'userType'> {
  /** `client`, `ListItem.Counties`; `user` for an erased client or professional. */
  readonly schema: string;
}

interface About {
  readonly importId?: string;
  /** Of a call that was no import. */
  readonly requestId?: string;
  readonly filename?: string | null;
  /** When it began to write. */
  readonly date: string | null;
  readonly operation?: string;
  readonly by?: string;
  readonly from?: string;
  /** The hash of what is kept of its values: these changes are among them. Absent where there is none. */
  readonly valuesSha256?: string;
  /** The audit log of the service has this hash. */
  readonly isCovered?: true;
  /** Whether its values are stored: `altered` if they are not those that were stored then, `gone` if they are no longer stored. */
  readonly state: 'kept' | 'altered' | 'gone';
  readonly undo?: { readonly by: string; readonly startedDate: string; readonly endedDate: string | null };
}
interface Changed extends About {
  readonly records: readonly MadeChange[];
}
interface Listed extends About {
  readonly records: readonly ListedRecord[];
}

async function importChanges(item: ImportItem, { blobs }: ControlServices): Promise<Changed> {
  const { importId, filename, ranDate: date, caller, revert } = item;
  const hash = valuesSha256(item);
  const about = {
    ...{ importId, filename, date },
    ...caller,
    ...(hash !== undefined && { valuesSha256: hash }),
    ...(revert && {
      undo: { by: revert.by, startedDate: revert.startedDate, endedDate: revert.endedDate },
    }),
  };
  const read = await unlessAltered(async () => ({ made: await madeChanges(item, blobs) }));
  if (!read?.made) return { ...about, state: read ? 'gone' : 'altered', records: [] };
  return { ...about, state: 'kept', records: read.made };
}

async function ofKind(
  { records: all, ...about }: Changed,
  { kind, siteId }: { readonly kind: string | undefined; readonly siteId: string },
  services: ControlServices,
): Promise<Listed> {
  const made = all.filter((one) => kind === undefined || one.kind === kind);
  const schemas = await listNames(made, siteId, services);
  const records = made.map(({ kind: of, userType, ...record }) => {
    const person = typeof userType === 'string' ? userType : of;
    return { ...record, schema: of === 'user' ? person : (schemas.get(of) ?? of) };
  });
  return { ...about, records };
}

/** The schemas of items of lists, which are kept by the id of the list. */
async function listNames(
  made: readonly MadeChange[],
  siteId: string,
  { store }: ControlServices,
): Promise<ReadonlyMap<string, string>> {
  const kinds = [...new Set(made.map(({ kind }) => kind))].filter((kind) => kind.includes(':'));
  const lists = await store.records.getMany(siteId, kinds.map(listOfKind));
  return new Map(kinds.map((kind, at) => [kind, `ListItem.${String(lists[at]?.fields['name'] ?? '')}`]));
}
