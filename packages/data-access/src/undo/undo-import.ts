import { inChunks } from '@sluice/aws-kit/parallel';
import type { MessageQueue, RevertMessage, Services } from '../services.ts';
import { withOneMore, type ImportItem, type Revert } from '../store/import-item.ts';
import type { StoredRecord } from '../store/record.ts';
import { changeOf, eventOf, versionOf, type Change } from '../webhooks/change-set.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import { unlessAltered } from '../import/documents.ts';
import { hold, save, saveLast, type Held, type Worker } from '../lease/lease.ts';
import { moved } from '../lease/transitions.ts';
import { touchedBy, type Touched } from '../import/touched.ts';
import { undoRecords, verdictsOf } from './undo-records.ts';
import {
  countUndone,
  kept,
  undoDocuments,
  type UndoCounts,
  type Undone,
  type UndoneRecord,
} from '../import/undone.ts';
import { isUndoOf } from '../import/writers.ts';

export interface UndoServices extends Pick<Services, 'store' | 'blobs' | 'now'> {
  readonly publisher: Publisher;
  readonly reverts: MessageQueue<RevertMessage>;
  readonly worker: Worker;
}

/** As many as an import applies at once. */
const undoneAtOnce = 1_000;

/**
 * Undoes an import from where an earlier try stopped. The last records go first, so that no record refers to a missing
 * one meanwhile: items before their list, professionals before their role.
 */
export async function undoImport(item: ImportItem, services: UndoServices): Promise<ImportItem> {
  const { worker, blobs } = services;
  const documents = undoDocuments(blobs);
  const touched = await unlessAltered(async () => (await touchedBy(item, blobs)) ?? 'gone');
  if (touched === undefined)
    return goBack(item, 'what is stored of it was changed, so its earlier values are not known.', services);
  if (touched === 'gone')
    return goBack(item, 'its before-images no longer exist: their time is over.', services);
  const chunks = chunksOf(touched);
  const held = hold(worker, item);
  await sendChanges(item, services);
  for (let at = revertOf(item).chunksDone; at < chunks.length; at += 1) {
    const { records, changeSet } = await undoChunk(chunks[at] ?? [], { at, item, held, services });
    await documents.putChunk({ ...item, by: worker.owner }, at, records);
    const revert = revertOf(held.item());
    const counts = sum(revert.counts, countUndone(records));
    const outcomes = withOneMore(revert.outcomes, worker.owner);
    const done = { ...revert, counts, chunksDone: at + 1, outcomes, changeSet };
    await sendChanges(await held.save({ attempts: 0, revert: done }), services);
  }
  return finish(held.item(), services);
}

/** The changes of a chunk are sent only after the import names them: of two workers that undid it, one publishes it. */
async function sendChanges(item: ImportItem, { publisher }: UndoServices): Promise<void> {
  const { changeSet } = revertOf(item);
  if (changeSet !== null) await publisher.send({ siteId: item.siteId, changeSetId: changeSet });
}

/** Chunks keep to one kind of record: what belongs to a list is dealt with before the list is. */
function chunksOf(touched: readonly Touched[]): Touched[][] {
  const runs: Touched[][] = [];
  for (const one of touched.toReversed()) {
    const run = runs.at(-1);
    if (run?.[0]?.kind === one.kind) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => inChunks(run, undoneAtOnce));
}

interface ChunkOfUndo {
  readonly at: number;
  readonly item: ImportItem;
  readonly held: Held;
  readonly services: UndoServices;
}

async function undoChunk(
  touched: readonly Touched[],
  { at, item, held, services }: ChunkOfUndo,
): Promise<{ readonly records: UndoneRecord[]; readonly changeSet: string | null }> {
  const { siteId, importId, attempts } = item;
  const { starts, chunksDone } = revertOf(item);
  const { store, now } = services;
  const isRepeat = at === chunksDone && (attempts > 1 || chunksDone > 0 || starts > 1);
  const undone = await undoRecords(touched, { store, siteId, importId, now, isRepeat, beat: held.beat });
  // The same write of an earlier worker has its own date, which the answer to this one does not tell.
  const present =
    isRepeat &&
    (await store.records.getMany(
      siteId,
      undone.map(({ touched }) => touched),
    ));
  const seen = undone.map((one, place) => (present ? { ...one, stored: present[place] } : one));
  const changes = seen.flatMap((one) => changeOfUndone(one, { importId, isRepeat }));
  return { records: undone.map(kept), changeSet: await storeChanges(changes, { at, item }, services) };
}

/** Stores what a chunk of an undo wrote before the undo continues (invariant 18). */
async function storeChanges(
  changes: readonly Change[],
  { at, item, intent = false }: Pick<ChunkOfUndo, 'at' | 'item'> & { readonly intent?: boolean },
  { publisher, worker }: UndoServices,
): Promise<string | null> {
  const { siteId, importId } = item;
  const { starts, startedDate } = revertOf(item);
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (changes.length === 0 || !(await publisher.hasSubscribers(siteId, [...kinds]))) return null;
  const changeSetId = `undo-${importId}-${starts}-${at}-${worker.owner}`;
  const date = new Date(Date.parse(startedDate) + at);
  await publisher.store({ siteId, changeSetId, date, intent }, changes);
  return changeSetId;
}

async function finish(item: ImportItem, services: UndoServices): Promise<ImportItem> {
  const documents = undoDocuments(services.blobs);
  const revert = revertOf(item);
  const records = await documents.chunks(item);
  const report = services.worker.owner;
  await documents.putReport(
    { ...item, by: report },
    { v: 1, counts: countUndone(records), records: records.toSorted((a, b) => a.number - b.number) },
  );
  // The duration and the run date stay those of the import.
  return end({ ...item, revert: { ...revert, report } }, { event: 'finishRevert' }, services);
}

/** Gives up an undo: the import is again in the state it had, with the reason. */
export function giveUpUndo(item: ImportItem, services: UndoServices): Promise<ImportItem> {
  const { reversed } = revertOf(item).counts;
  const why = `the service failed, again and again, when ${reversed} records were reversed. revertImport goes on from there.`;
  return goBack(item, why, services);
}

/** Publishes the chunk in which an undo is given up, as far as it was or will be restored. */
export async function publishRestOfUndo(item: ImportItem, services: UndoServices): Promise<ImportItem> {
  const { store, blobs, worker, now } = services;
  const { siteId, importId } = item;
  await sendChanges(item, services);
  const revert = revertOf(item);
  const at = revert.chunksDone;
  const touched = chunksOf((await touchedBy(item, blobs)) ?? [])[at] ?? [];
  const { settled, restorings } = await verdictsOf(touched, { store, siteId, importId, now, isRepeat: true });
  const changes = [
    ...settled.flatMap((one) => changeOfUndone(one, { importId, isRepeat: true })),
    ...restorings.map(({ write, stored }) => changeOf(write, stored)),
  ];
  const changeSet = await storeChanges(changes, { at, item, intent: true }, services);
  if (changeSet === null) return item;
  const named = await save(worker, { ...item, revert: { ...revert, changeSet } });
  await sendChanges(named, services);
  return named;
}

async function goBack(item: ImportItem, why: string, services: UndoServices): Promise<ImportItem> {
  const revert = revertOf(item);
  const event = revert.from === 'success' ? 'backToSuccess' : 'backToError';
  const lines = revert.errorMessage === null ? [] : [revert.errorMessage];
  const errorMessage = [`The import was not undone: ${why}`, ...lines].join('\n');
  return end(item, { event, errorMessage }, services);
}

interface End {
  readonly event: 'finishRevert' | 'backToSuccess' | 'backToError';
  readonly errorMessage?: string;
}

/** Publishes the undo before it ends, so that a worker that dies in between repeats it. */
async function end(
  item: ImportItem,
  { event, ...facts }: End,
  { worker, reverts, now }: UndoServices,
): Promise<ImportItem> {
  const { siteId, importId } = item;
  const revert = revertOf(item);
  const { by, startedDate, counts } = revert;
  if (counts.reversed > 0) await reverts.send({ v: 1, siteId, importId, by, startedDate, ...counts });
  const ended = { ...revert, endedDate: now().toISOString() };
  return saveLast(worker, moved(item, event, { ...released, ...facts, revert: ended }));
}

const released = { owner: null, leaseUntil: null } as const;

function revertOf({ importId, revert }: ImportItem): Revert {
  if (!revert) throw new TypeError(`Import ${importId} has no undo.`);
  return revert;
}

const sum = (a: UndoCounts, b: UndoCounts): UndoCounts => ({
  reversed: a.reversed + b.reversed,
  kept: a.kept + b.kept,
  failed: a.failed + b.failed,
});

/** Later writers may have overwritten what an earlier worker restored. A superfluous event does no harm. */
function changeOfUndone(
  { touched, outcome, stored, write }: Undone,
  { importId, isRepeat }: { readonly importId: string; readonly isRepeat: boolean },
): Change[] {
  if (outcome === 'reversed' && write && !isRepeat) return [changeOf(write, stored)];
  const isWritten = stored && (isUndoOf(stored, importId) || (outcome !== 'failed' && isRepeat));
  return isWritten ? [changeMadeEarlier(stored, touched.steps)] : [];
}

/** The restored fields are unknown by now, so every field that the import may have changed is published. */
function changeMadeEarlier(stored: StoredRecord, steps: Undone['touched']['steps']): Change {
  const names = new Set(
    steps.flatMap(({ before, changes }) => [...Object.keys(before?.fields ?? {}), ...Object.keys(changes)]),
  );
  const wasDeleted = steps.some(({ action }) => action === 'delete');
  const action = stored.deleted ? 'delete' : wasDeleted ? 'create' : 'update';
  return { ...versionOf(stored), event: eventOf(stored, action, [...names]) };
}
