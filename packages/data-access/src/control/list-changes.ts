import { idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { unlessAltered } from '../import/documents.ts';
import { madeChanges, type MadeChange } from '../import/made-changes.ts';
import { beginsUntilMs } from '../import/record-writes.ts';
import { valuesSha256 } from '../import/stored-values.ts';
import { orderedId } from '../store/ids.ts';
import type { ImportItem } from '../store/import-item.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';
import { kindOf } from './record-history.ts';

/** How many imports are read ahead. */
const expected = 200;

const time = z.iso
  .datetime({ offset: true, error: 'expected a date and time in ISO 8601' })
  .transform((text) => new Date(text).toISOString());

export const listChanges = siteOperation({
  does: 'lists what imports changed in a time, and what was undone in it, newest import first: each record with its changes',
  input: z.strictObject({
    siteId: idInput,
    /** Lists imports that began to write, or whose undo was started, since then and before `until`. */
    since: time,
    until: time,
    schema: z.string().min(1).max(200).optional(),
    /** Continues after an import, or after so many records of it: `<importId> 500`. */
    cursor: z
      .string()
      .regex(/^\S{1,200}(?: \d{1,6})?$/, 'expected the nextCursor of the page before')
      .optional(),
  }),
  run: async ({ siteId, since, until, schema, cursor }, services) => {
    const kind = schema === undefined ? undefined : await kindOf(siteId, schema, services);
    const begun = services.now().getTime();
    const items: ListedImport[] = [];
    let [last, bytes] = ['', 0];
    for await (const { item, skip } of importsFrom(cursor, { siteId, until }, services)) {
      if (last !== '' && services.now().getTime() - begun >= beginsUntilMs)
        return { items, hasMore: true, nextCursor: last };
      const { importId } = item;
      last = importId;
      if (!hasWritten(item) || !isWithin(item, { since, until })) continue;
      const { records, ...about } = await listed(item, kind, services);
      const fitting: ListedRecord[] = [];
      for (const record of records.slice(skip)) {
        bytes += jsonBytes(record) + 1;
        if (bytes > limits.pageBytes && (items.length > 0 || fitting.length > 0)) break;
        fitting.push(record);
      }
      const isCut = skip + fitting.length < records.length;
      if (fitting.length > 0 || about.state !== 'kept') items.push({ ...about, records: fitting });
      if (isCut) return { items, hasMore: true, nextCursor: `${importId} ${skip + fitting.length}` };
    }
    return { items, hasMore: false };
  },
});

/** Newest first, each with the number of its records that earlier pages have. */
async function* importsFrom(
  cursor: string | undefined,
  { siteId, until }: { readonly siteId: string; readonly until: string },
  { store }: ControlServices,
): AsyncGenerator<{ readonly item: ImportItem; readonly skip: number }> {
  const [importId, skip] = cursor?.split(' ') ?? [];
  const begun = skip === undefined ? undefined : await store.imports.get(siteId, importId ?? '');
  if (begun) yield { item: begun, skip: Number(skip) };
  // Ids begin with the time: what was created later has written nothing before.
  const after = importId ?? orderedId(new Date(until), '', 0);
  for await (const item of store.imports.scan(siteId, { after, expected })) yield { item, skip: 0 };
}

/** Whether it may have written records. */
const hasWritten = ({ dryRun, plan, state }: ImportItem): boolean =>
  !dryRun && plan !== null && ['running', 'success', 'error', 'reverting', 'reverted'].includes(state);

function isWithin({ ranDate, revert }: ImportItem, times: Readonly<Record<'since' | 'until', string>>) {
  return [ranDate, revert?.startedDate].some((at) => at && at >= times.since && at < times.until);
}

interface ListedRecord extends Omit<MadeChange, 'kind' | 'userType'> {
  /** `client`, `ListItem.Counties`; `user` for an erased client or professional. */
  readonly schema: string;
}

interface ListedImport {
  readonly importId: string;
  readonly filename: string | null;
  /** When it began to write. */
  readonly date: string | null;
  readonly operation?: string;
  readonly by?: string;
  readonly from?: string;
  /** The hash of what the import keeps of its values: these changes are among them. Absent where it has none. */
  readonly valuesSha256?: string;
  /** Whether its values are stored: `altered` if they are not those that were stored then, `gone` if they are no longer stored. */
  readonly state: 'kept' | 'altered' | 'gone';
  readonly undo?: { readonly by: string; readonly startedDate: string; readonly endedDate: string | null };
  readonly records: readonly ListedRecord[];
}

async function listed(
  item: ImportItem,
  kind: string | undefined,
  services: ControlServices,
): Promise<ListedImport> {
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
  const read = await unlessAltered(async () => ({ made: await madeChanges(item, services.blobs) }));
  if (!read?.made) return { ...about, state: read ? 'gone' : 'altered', records: [] };
  const made = read.made.filter((one) => kind === undefined || one.kind === kind);
  const schemas = await listNames(made, item.siteId, services);
  const records = made.map(({ kind: of, userType, ...record }) => {
    const person = typeof userType === 'string' ? userType : of;
    return { ...record, schema: of === 'user' ? person : (schemas.get(of) ?? of) };
  });
  return { ...about, state: 'kept', records };
}

/** The schemas of items of lists, which are kept by the id of the list. */
async function listNames(
  made: readonly MadeChange[],
  siteId: string,
  { store }: ControlServices,
): Promise<ReadonlyMap<string, string>> {
  const kinds = [...new Set(made.map(({ kind }) => kind))].filter((kind) => kind.includes(':'));
  const refs = kinds.map((kind) => ({ kind: 'list', id: kind.slice(kind.indexOf(':') + 1) }));
  const lists = await store.records.getMany(siteId, refs);
  return new Map(kinds.map((kind, at) => [kind, `ListItem.${String(lists[at]?.fields['name'] ?? '')}`]));
}
