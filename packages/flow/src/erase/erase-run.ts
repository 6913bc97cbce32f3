import { isOpen, type Run } from '@sluice/ledger';
import { dropHolds } from './drop-holds.ts';
import { beginning, isOf, pass, type EraseContext, type EraseServices, type Place } from './pass.ts';
import { forgetFound, keepFound, unfinishedOf } from './unfinished.ts';

/** What was erased from a run, or would be. */
export interface ErasedRun {
  readonly runId: string;
  readonly key: string;
  readonly status: Run['status'];
  readonly objects: number;
  /** The objects that were removed whole, the drop included. */
  readonly removed: readonly string[];
  /** Nothing was erased, since the run has not ended. */
  readonly refused?: true;
  /** What still holds the value, and why. */
  readonly left: readonly string[];
}

export type RunStep =
  | { readonly kind: 'stopped'; readonly place: Place }
  | { readonly kind: 'done'; readonly erased?: ErasedRun };

/** Erases a record from one run, until there is no more time. What was erased before is not found again, so a repeat goes on. */
export async function eraseRun(run: Run, begun: Place, context: EraseContext): Promise<RunStep> {
  const { request, services } = context;
  // The place comes from the caller, and nothing is erased without an event.
  if (begun.phase === 'erase' && !request.dryRun) {
    const unfinished = await unfinishedOf(run, begun.of ?? [], services.objects);
    if (unfinished) return await eraseFound(run, { ...begun, ...unfinished }, context);
  }
  const from = begun.phase === 'find' ? begun : beginning(run.runId);
  const told = from.isInDrop === undefined ? await dropHolds(run, request.record, services) : {};
  const { place: found, isStopped } = await pass({ ...from, ...told }, context);
  if (isStopped) return { kind: 'stopped', place: found };
  const drop = removableDrop(run, found, services) ?? [];
  const removed = found.removed.concat(drop);
  const objects = found.objects + removed.length - found.removed.length;
  const place: Place = { ...found, phase: 'erase', objects, removed };
  const erased = erasedOf(run, place, context);
  if (request.dryRun || isOpen(run)) {
    if (objects > 0 && isOpen(run)) return { kind: 'done', erased: refusedOf(erased) };
    return { kind: 'done', ...((objects > 0 || erased.left.length > 0) && { erased }) };
  }
  const recorded = objects === 0 ? run : await recordErasure(run, place, context);
  if (recorded === undefined) return { kind: 'done', erased: refusedOf(erased) };
  const unfinished = await unfinishedOf(recorded, undefined, services.objects);
  if (unfinished) return await eraseFound(recorded, { ...place, ...unfinished }, context);
  return { kind: 'done', ...(erased.left.length > 0 && { erased }) };
}

const refusedOf = (erased: ErasedRun): ErasedRun => ({ ...erased, objects: 0, removed: [], refused: true });

/**
 * Before anything is erased: after a crash there is an event too many, and never an erase without one.
 *
 * @returns undefined if somebody has asked for an undo meanwhile
 */
async function recordErasure(run: Run, place: Place, { request, services }: EraseContext) {
  const { by, record } = request;
  const at = services.now().toISOString();
  const event = { type: 'erased', at, by, record: record.commitment, objects: place.objects } as const;
  const { moved, now } = await services.ledger.moveRun(run.runId, event);
  if (!moved) return undefined;
  const { rows, areRowsKnown, isInCopy, down } = place;
  const found = { rows, areRowsKnown, down, isInCopy: isInCopy || place.isInDrop === true };
  await keepFound(run.runId, { found, record }, services.files);
  return now;
}

async function eraseFound(run: Run, place: Place, context: EraseContext): Promise<RunStep> {
  const { key, versionId, runId } = run;
  const { objects, removed, of = [] } = place;
  const { inbox, objects: stored } = context.services;
  const step = await pass(place, context);
  // How much it is was found before, and its rows are kept.
  if (step.isStopped) return { kind: 'stopped', place: { ...step.place, objects, removed, rows: [] } };
  if (removableDrop(run, place, context.services) !== undefined) await inbox.remove({ key, versionId });
  await forgetFound(runId, of, stored);
  // What others found is no find of this one.
  const own = isOf(place, context.request.record) ? place : { ...place, rows: [], isInCopy: false };
  const erased = erasedOf(run, own, context);
  return { kind: 'done', ...((objects > 0 || erased.left.length > 0) && { erased }) };
}

function erasedOf(run: Run, place: Place, { request, services }: EraseContext): ErasedRun {
  const { runId, key, status, bucket, sheetName, reason, proposal, reading } = run;
  const { objects, removed, unread = [] } = place;
  const left = [
    ...(holdsRecord(place) && !isOurs(run, services)
      ? [`${bucket}/${key}: the file of a migration, which its owners keep`]
      : []),
    ...(request.record.isInName(key) || request.record.isIn([sheetName, reason, proposal, reading])
      ? ['a name of the file, its sheet or a column, or the reason, in the import history']
      : []),
    ...(isPassedOver(run, place) ? [`${bucket}/${key}: the file cannot be searched`] : []),
    ...unread.filter((one) => !removed.includes(one)).map((one) => `${one}: the object cannot be searched`),
  ];
  return { runId, key, status, objects, removed, left };
}

/** The drop, if it holds the record and is ours to remove. One that is not searched follows its batches and its results. */
function removableDrop(run: Run, place: Place, services: EraseServices): string | undefined {
  return holdsRecord(place) && isOurs(run, services) ? run.key : undefined;
}

/** A row that was found anywhere is a row of the drop. */
function holdsRecord({ isInDrop, isInCopy, rows }: Place): boolean {
  return isInDrop !== 'gone' && (isInDrop === true || isInCopy || rows.length > 0);
}

const isUnsearched = ({ isInDrop }: Place): boolean => isInDrop === 'unknown' || isInDrop === 'unread';

/** Whether neither the drop nor what was read of it shows whether it holds the record. */
function isPassedOver({ reading }: Run, place: Place): boolean {
  const isRead = place.isInDrop === 'unknown' && (reading?.batches ?? 0) > 0;
  return isUnsearched(place) && !isRead && !holdsRecord(place);
}

const isOurs = ({ bucket, key }: Run, { dropBucket }: EraseServices): boolean =>
  bucket === dropBucket && key.startsWith('inbox/');
