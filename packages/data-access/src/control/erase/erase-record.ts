import { ApiError, idInput } from '@sluice/contract';
import { eraseInput, erasingMs, recordNamed } from '@sluice/aws-kit/erasure';
import * as z from 'zod';
import { clocksDifferMs } from '../../lease/lease.ts';
import { keysOfValue } from '../../records/lookup.ts';
import { siteOperation, type ControlServices } from '../operation/control-operation.ts';
import { erasedOnes, eraseDeleted, kinds, removeLast, type OfRecords } from './erase-deleted.ts';
import { eraseImport } from './erase-import.ts';
import { below, type Count, type Erasing } from './erase-objects.ts';
import { enterHolders, type Entering } from './enter-holders.ts';

const places = ['imports', 'writes', 'changes', 'deliveries'] as const;

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
    const erasing = {
      ...ofRecords,
      objects,
      record,
      erased,
      entries: [],
      hashes: [],
      numbers: new Set<number>(),
    };
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
