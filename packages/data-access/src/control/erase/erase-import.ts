import { isDeepStrictEqual } from 'node:util';
import type { NamedRecord } from '@sluice/aws-kit/erasure';
import { previewKey } from '../../import/documents.ts';
import { sha256Of } from '../../import/preview.ts';
import { clocksDifferMs, leaseMs } from '../../lease/lease.ts';
import { isDone } from '../../lease/transitions.ts';
import type { ImportItem } from '../../store/import-item.ts';
import { jsonBlobs } from '../../store/json-blobs.ts';
import { shortHash } from '../../store/rows-text.ts';
import { recordErased } from '../audit/erasures.ts';
import type { ControlServices } from '../operation/control-operation.ts';
import { below, type Count, type Erasing } from './erase-objects.ts';
import { judgeImportObject } from './judge-import.ts';

/** Erases a record from one import: its objects, and its item. */
export async function eraseImport(found: ImportItem, erasing: Erasing, count: Count): Promise<void> {
  const { siteId, importId } = found;
  // A mail to each address is counted by its place among them, so they stay until all are sent.
  const isMailing = !found.notified && addresses(withoutRecord(found, erasing.record)) < addresses(found);
  const isBusy = !isDone(found) || isMailing || mayBeChanged(found, erasing.services);
  const of = { ...erasing, numbers: new Set<number>(), hashes: [], dryRun: erasing.dryRun || isBusy };
  const [body, images] = [`bodies/${siteId}/${importId}.json`, `images/${siteId}/${importId}/`];
  const eraseAt = async (prefix: string, how: Erasing = of): Promise<number> => {
    let objects = 0;
    for await (const one of below(prefix, how)) {
      objects += one.how === undefined ? 0 : 1;
      if (one.isUnread && !count.left.includes(one.key)) count.left.push(one.key);
    }
    return objects;
  };
  // The plan knows the records by their ids, so it is read before the body, and then with what the body shows: for the event.
  const dry = { ...of, dryRun: true };
  const held = (await eraseAt(images, dry)) + (await eraseAt(body, dry));
  of.hashes.splice(0);
  const isHeld = held > 0 || of.numbers.size > 0;
  if (isHeld && !of.dryRun) await eraseAt(images, dry);
  const item = await withErasure(found, of);
  let objects = 0;
  if (item && isHeld) for (const prefix of [body, images]) objects += await eraseAt(prefix);
  const erased = item && withoutRecord(item, erasing.record);
  if (erased && !isDeepStrictEqual(erased, item)) objects += 1;
  const written = of.dryRun
    ? item
    : item && (await replaced(item, await withPreview(erased ?? item, of), erasing));
  // The item has the hash of the preview that follows.
  if (written) objects += await eraseAt(`imports/${siteId}/${importId}/`);
  if (written && written.leaseUntil !== found.leaseUntil)
    await saved({ ...written, leaseUntil: null }, erasing);
  if (written === undefined || (objects > 0 && isBusy)) count.busy.push(importId);
  else count.objects += objects;
}

/** With the event of the rows that are about to be erased, if there are any. Undefined if others changed it. */
async function withErasure(item: ImportItem, of: Erasing): Promise<ImportItem | undefined> {
  const { siteId, importId, erasures = [] } = item;
  const known = new Set(erasures.flatMap(({ rows }) => rows));
  const rows = [...new Set(of.hashes.splice(0))].filter((hash) => !known.has(shortHash(hash)));
  if (rows.length === 0) return item;
  const { version: event } = await recordErased(of.act, { siteId, importId, rows }, of.services);
  return saved({ ...item, erasures: [...erasures, { event, rows: rows.map(shortHash) }] }, of);
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
