import { isDeepStrictEqual } from 'node:util';
import { ApiError, idInput } from '@sluice/contract';
import {
  eraseBelow,
  eraseInput,
  erasingMs,
  recordNamed,
  type NamedRecord,
  type VersionedObjects,
} from '@sluice/aws-kit/erasure';
import * as z from 'zod';
import { previewKey } from '../../import/documents.ts';
import { sha256Of } from '../../import/preview.ts';
import { clocksDifferMs, leaseMs } from '../../lease/lease.ts';
import { isDone } from '../../lease/transitions.ts';
import { nextVersion } from '../../records/fields.ts';
import { anyUse } from '../../records/use.ts';
import { keysOfValue, newEntries } from '../../records/lookup.ts';
import type { ImportItem } from '../../store/import-item.ts';
import { storeCall } from '../../records/store-call.ts';
import { jsonBlobs } from '../../store/json-blobs.ts';
import type { Act } from '../audit/record-act.ts';
import { siteOperation, writingOf, type ControlServices } from '../operation/control-operation.ts';
import { enterHolders, type Entering } from './enter-holders.ts';
import { judgeImportObject, type KnownOfImport } from './judge-import.ts';

/** The kinds whose records describe people, or have values that a person has. */
const kinds = ['user', 'interestAccount', 'issue', 'role'];
const places = ['imports', 'writes', 'changes', 'deliveries'] as const;

interface Erasing extends KnownOfImport {
  readonly siteId: string;
  readonly dryRun: boolean;
  readonly objects: VersionedObjects;
  readonly services: ControlServices;
  readonly act: Act;
}

interface Count {
  objects: number;
  readonly busy: string[];
}

export const eraseRecord = siteOperation({
  does: 'erases the values of one record from what is kept of imports and webhooks, and from the record if it is deleted',
  input: z.strictObject({
    siteId: idInput,
    ...eraseInput,
    cursor: z
      .string()
      .regex(
        /^(?:records|imports|writes|changes|deliveries) \S{0,600}$/,
        'expected the nextCursor of the answer before',
      )
      .optional(),
  }),
  concerns: async ({ record, receipt }, _services, result) => ({
    commitment: recordNamed(record, receipt).commitment,
    ...result,
  }),
  run: async ({ siteId, record: value, receipt, dryRun, cursor = 'records ' }, services, act) => {
    const objects = services.erasable;
    if (!objects) throw new ApiError('server_error', 'Only the function erase-imports can erase.');
    const keys = kinds.flatMap((kind) => keysOfValue(kind, value));
    const count: Count = { objects: 0, busy: [] };
    const place = await placeAfterRecords(cursor, { siteId, services, keys });
    if (place.isNext) return { ...count, nextCursor: place.cursor };
    const record = recordNamed(value, receipt);
    // Entries are never removed, so they lead to every record that has or had the value.
    const ids = new Set([value.trim(), ...(await services.store.lookups.find(siteId, keys)).flat()]);
    const erasing: Erasing = { siteId, dryRun, objects, services, act, record, ids, numbers: new Set() };
    if (place.cursor === 'imports ') count.objects += await eraseDeleted(erasing);
    const nextCursor = await eraseFrom(place.cursor, erasing, count);
    return { ...count, ...(nextCursor !== undefined && { nextCursor }) };
  },
});

/** Where to erase from, and whether only the next call does. First all records that have the value need an entry. */
async function placeAfterRecords(
  cursor: string,
  entering: Entering,
): Promise<{ readonly cursor: string; readonly isNext: boolean }> {
  const [begun, at = ''] = cursor.split(' ');
  if (begun !== 'records') return { cursor, isNext: false };
  const { now } = entering.services;
  const soon = now().getTime() + erasingMs / 3;
  const stopped = await enterHolders(at, entering);
  if (stopped !== undefined) return { cursor: `records ${stopped}`, isNext: true };
  return { cursor: 'imports ', isNext: now().getTime() > soon };
}

/** Goes on where the last call stopped. @returns where this one stops */
async function eraseFrom(cursor: string, erasing: Erasing, count: Count): Promise<string | undefined> {
  const { services, siteId } = erasing;
  const until = services.now().getTime() + erasingMs;
  const isLate = () => services.now().getTime() >= until;
  const [begun = '', at = ''] = cursor.split(' ');
  for (const place of places.slice(places.findIndex((one) => one === begun))) {
    const after = place === begun && at !== '' ? at : undefined;
    if (place === 'imports') {
      for await (const item of services.store.imports.scan(siteId, { after, expected: 50 })) {
        await eraseImport(item, erasing, count);
        if (isLate()) return `imports ${item.importId}`;
      }
    } else {
      for await (const { key, how } of below(`${place}/${siteId}/`, { ...erasing, after })) {
        count.objects += how === undefined ? 0 : 1;
        if (isLate()) return `${place} ${key}`;
      }
    }
  }
  return undefined;
}

function below(prefix: string, { after, ...erasing }: Erasing & { readonly after?: string | undefined }) {
  const { objects, dryRun } = erasing;
  return eraseBelow(prefix, {
    objects,
    dryRun,
    after,
    judge: (key, text) => judgeImportObject(key, text, erasing),
  });
}

async function eraseImport(item: ImportItem, erasing: Erasing, count: Count): Promise<void> {
  const { siteId, importId } = item;
  const erased = withoutRecord(item, erasing.record);
  // A mail to each address is counted by its place among them, so they stay until all are sent.
  const isMailing = !item.notified && addresses(erased) < addresses(item);
  const isBusy = !isDone(item) || isMailing || mayBeChanged(item, erasing.services);
  const of = { ...erasing, numbers: new Set<number>(), dryRun: erasing.dryRun || isBusy };
  const images = `images/${siteId}/${importId}/`;
  // The plan knows the records by their ids, so it is read before the body.
  for await (const _ of below(images, { ...of, dryRun: true }));
  let found = 0;
  const eraseAt = async (prefix: string) => {
    for await (const { how } of below(prefix, of)) found += how === undefined ? 0 : 1;
  };
  for (const prefix of [`bodies/${siteId}/${importId}.json`, images]) await eraseAt(prefix);
  const isChanged = !isDeepStrictEqual(erased, item);
  if (isChanged) found += 1;
  const written = of.dryRun ? item : await replaced(item, await withPreview(erased, of), erasing);
  // The item has the hash of the preview that follows.
  if (written) await eraseAt(`imports/${siteId}/${importId}/`);
  if (written && written.leaseUntil !== item.leaseUntil)
    await saved({ ...written, leaseUntil: null }, erasing);
  const isWritten = written !== undefined;
  if (!isWritten || (found > 0 && isBusy)) count.busy.push(importId);
  else count.objects += found;
}

/** Undefined if others changed it. Until its preview is replaced, no other erase does that. */
async function replaced(
  item: ImportItem,
  erased: ImportItem | undefined,
  erasing: Erasing,
): Promise<ImportItem | undefined> {
  if (erased === undefined) return undefined;
  if (isDeepStrictEqual(erased, item)) return item;
  const isReplacing = erased.previewSha256 !== item.previewSha256;
  const until = new Date(erasing.services.now().getTime() + leaseMs).toISOString();
  // A worker that is sending its mails would save the texts that it read.
  return saved({ ...erased, owner: null, leaseUntil: isReplacing ? until : null }, erasing);
}

async function saved(item: ImportItem, { services: { store } }: Erasing): Promise<ImportItem | undefined> {
  const next = { ...item, version: item.version + 1 };
  return (await store.imports.update(next)) ? next : undefined;
}

/**
 * With the hash that the preview will have. Undefined if another erase has replaced it since. That of a preview which somebody
 * changed stays wrong.
 */
async function withPreview(item: ImportItem, erasing: Erasing): Promise<ImportItem | undefined> {
  const { preview: by, previewSha256, siteId, importId } = item;
  if (by === null || previewSha256 === undefined) return item;
  const { blobs, store } = erasing.services;
  const key = previewKey({ ...item, by });
  const text = await jsonBlobs(blobs).text(key);
  if (text === undefined) return item;
  const judged = judgeImportObject(key, text, erasing);
  const next = typeof judged === 'object' ? { ...item, previewSha256: sha256Of(judged.text) } : item;
  if (sha256Of(text) === previewSha256) return next;
  return (await store.imports.get(siteId, importId))?.version === item.version ? item : undefined;
}

/** Longer than a worker may run, and than its last request may take. */
const strayMs = 10 * 60_000;

function mayBeChanged(
  { takenOver, createdDate, duration, revert, leaseUntil }: ImportItem,
  { now }: Pick<ControlServices, 'now'>,
): boolean {
  // Another erase replaces its preview.
  if (leaseUntil !== null && Date.parse(leaseUntil) + clocksDifferMs > now().getTime()) return true;
  const ended = Math.max(
    Date.parse(createdDate) + (duration ?? 0),
    Date.parse(revert?.endedDate ?? createdDate),
  );
  return takenOver === true && ended + strayMs > now().getTime();
}

const addresses = ({ successEmails, failureEmails }: ImportItem): number =>
  successEmails.length + failureEmails.length;

/** An import without the value in its texts and among the addresses of its mails. */
function withoutRecord(item: ImportItem, { isIn, isInName }: NamedRecord): ImportItem {
  const { filename, revert } = item;
  const isKept = (email: string) => !isIn(email);
  const shown = (text: string | null) =>
    text
      ?.split('\n')
      .map((line) => (isIn(line) ? '(erased)' : line))
      .join('\n') ?? null;
  return {
    ...item,
    errorMessage: shown(item.errorMessage),
    filename: isInName(filename) ? null : filename,
    successEmails: item.successEmails.filter(isKept),
    failureEmails: item.failureEmails.filter(isKept),
    ...(revert && { revert: { ...revert, errorMessage: shown(revert.errorMessage) } }),
  };
}

/** A deleted record keeps its values for an undo. Live ones are the organization's, and stay. */
async function eraseDeleted({ siteId, ids, dryRun, services, act }: Erasing): Promise<number> {
  const { records, lookups } = services.store;
  const refs = kinds.flatMap((kind) => [...ids].map((id) => ({ kind, id })));
  if (!dryRun) await records.forgetOthers(siteId, refs, services.now());
  const found = (await records.getMany(siteId, refs)).filter(
    (one) => one?.deleted === true && Object.keys(one.fields).length > 0,
  );
  const writes = found.flatMap((one) =>
    one ? [{ record: nextVersion(one, { fields: {} }, writingOf(act, services)), replaces: one }] : [],
  );
  if (dryRun || writes.length === 0) return writes.length;
  const rows = writes.map(({ record, replaces }) => ({ before: { ...replaces, fields: {} }, after: record }));
  await storeCall({ siteId, ...act }, rows, services);
  // The values must still lead to the record when the next call goes on.
  const entries = found.flatMap((one) => (one ? newEntries({ ...one, fields: {} }, one, anyUse) : []));
  await lookups.add(siteId, entries);
  return (await records.write(siteId, writes)).filter((outcome) => outcome === 'written').length;
}
