import { isDeepStrictEqual } from 'node:util';
import { ApiError, idInput } from '@sluice/contract';
import {
  eraseBelow,
  eraseInput,
  erasingMs,
  linesIn,
  recordNamed,
  UnreadableObject,
  type NamedRecord,
  type VersionedObjects,
} from '@sluice/aws-kit/erasure';
import * as z from 'zod';
import { previewKey } from '../../import/documents.ts';
import { sha256Of } from '../../import/preview.ts';
import { clocksDifferMs, leaseMs } from '../../lease/lease.ts';
import { isDone } from '../../lease/transitions.ts';
import { keysOfValue } from '../../records/lookup.ts';
import type { ImportItem } from '../../store/import-item.ts';
import { jsonBlobs } from '../../store/json-blobs.ts';
import { siteOperation, type ControlServices } from '../operation/control-operation.ts';
import {
  erasedOnes,
  eraseDeleted,
  kinds,
  removeEntries,
  removeLast,
  type OfRecords,
} from './erase-deleted.ts';
import { enterHolders, type Entering } from './enter-holders.ts';
import { judgeImportObject, judgeLarge, type KnownOfImport } from './judge-import.ts';

const places = ['imports', 'writes', 'changes', 'deliveries'] as const;

interface Erasing extends KnownOfImport, OfRecords {
  readonly objects: VersionedObjects;
}

interface Count {
  objects: number;
  readonly busy: string[];
  /** Objects that cannot be searched: they are damaged, or take too long. */
  readonly left: string[];
}

export const eraseRecord = siteOperation({
  does: 'erases the values of one record from what is kept of imports and webhooks, and from the record if it is deleted',
  input: z.strictObject({
    siteId: idInput,
    ...eraseInput,
    cursor: z
      .string()
      .regex(
        /^(?:records|imports|writes|changes|gathering|deliveries)!?~? \S{0,600}$/,
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
    const count: Count = { objects: 0, busy: [], left: [] };
    const place = await placeAfterRecords(cursor, { siteId, services, keys });
    if (place.isNext) return { ...count, nextCursor: place.cursor };
    const record = recordNamed(value, receipt);
    // Until all is erased, the entries of the value lead to every record that has or had it.
    const ids = new Set([value.trim(), ...(await services.store.lookups.find(siteId, keys)).flat()]);
    const ofRecords: OfRecords = { siteId, dryRun, services, act, keys, ids };
    if (place.cursor === 'imports ') count.objects += await eraseDeleted(ofRecords);
    const erased = await erasedOnes(ofRecords);
    const erasing = { ...ofRecords, objects, record, erased, entries: [], numbers: new Set<number>() };
    const nextCursor = await eraseFrom(place.cursor, erasing, count);
    if (nextCursor !== undefined) return { ...count, nextCursor };
    // Where something is left, they lead the next erase to it.
    if (count.busy.length === 0 && !place.cursor.includes('!')) await removeLast(ofRecords, erased);
    return count;
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
  const [from = '', at = ''] = cursor.split(' ');
  const [begun = ''] = from.split(/[!~]/u);
  let isPublished = from.includes('~');
  // Something is left of the record, or was to be published, in this call or one before.
  const left = () => `${from.includes('!') || count.busy.length > 0 ? '!' : ''}${isPublished ? '~' : ''}`;
  if (begun === gathering && (await isGathering(at, services))) return cursor;
  const next = begun === gathering ? 'deliveries' : begun;
  for (const place of places.slice(places.findIndex((one) => one === next))) {
    const after = place === begun && at !== '' ? at : undefined;
    if (place === 'deliveries' && isPublished && next !== place)
      return `${gathering}${left()} ${gatheredBy(services)}`;
    if (place === 'imports') {
      for await (const item of services.store.imports.scan(siteId, { after, expected: 50 })) {
        await eraseImport(item, erasing, count);
        if (isLate()) return `imports${left()} ${item.importId}`;
      }
    } else {
      for await (const { key, how, isUnread } of below(`${place}/${siteId}/`, { ...erasing, after })) {
        count.objects += how === undefined ? 0 : 1;
        if (isUnread) count.left.push(key);
        isPublished ||= place === 'changes' && how !== undefined && !erasing.dryRun;
        if (isLate()) return `${place}${left()} ${key}`;
      }
    }
  }
  return undefined;
}

/** A function may have read changes before they were erased, and makes deliveries of them for so long. */
const gatheringMs = 60_000 + clocksDifferMs;
const gathering = 'gathering';
/** Less than a call has. */
const waitsMs = 15_000;

const gatheredBy = ({ now }: Pick<ControlServices, 'now'>): string =>
  new Date(now().getTime() + gatheringMs).toISOString();

/** Waits for as long as a call can. */
async function isGathering(
  until: string,
  { now, sleep }: Pick<ControlServices, 'now' | 'sleep'>,
): Promise<boolean> {
  const leftMs = () => Date.parse(until) - now().getTime();
  if (leftMs() > 0) await sleep(Math.min(leftMs(), waitsMs));
  return leftMs() > 0;
}

function below(prefix: string, { after, ...erasing }: Erasing & { readonly after?: string | undefined }) {
  const { objects, dryRun, entries } = erasing;
  return eraseBelow(prefix, {
    objects,
    dryRun,
    after,
    judge: async (key, text, version) => {
      const judged =
        text === undefined
          ? await judgeLarge(key, inTime(linesIn(objects.stream(version)), erasing), erasing)
          : judgeImportObject(key, text, erasing);
      // Before the object is, which is all that leads to them.
      const found = entries.splice(0);
      if (!dryRun) await removeEntries(found, erasing);
      return judged;
    },
  });
}

/** How long one large object may be searched. An import reads its own twice, which with the rest of a call is less than there is. */
const searchMs = 8_000;

async function* inTime(
  lines: AsyncIterable<string>,
  { services: { now } }: Pick<Erasing, 'services'>,
): AsyncGenerator<string> {
  const until = now().getTime() + searchMs;
  for await (const line of lines) {
    if (now().getTime() >= until) throw new UnreadableObject('An object takes too long to search');
    yield line;
  }
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
    for await (const { key, how, isUnread } of below(prefix, of)) {
      found += how === undefined ? 0 : 1;
      if (isUnread) count.left.push(key);
    }
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
