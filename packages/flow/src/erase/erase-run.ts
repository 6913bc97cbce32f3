import { eraseBelow, type NamedRecord, type VersionedObjects } from '@sluice/erasure';
import { isOpen, type Ledger, type Run } from '@sluice/ledger';
import * as z from 'zod';
import type { Clock, Files } from '../ports.ts';
import { isRowsKey } from '../run-objects.ts';
import { copyHolds } from './copy-holds.ts';
import { dropHolds } from './drop-holds.ts';
import { unlessUnread } from './search-file.ts';
import { isCopy, judgeObject, type KnownOfRun } from './judge-object.ts';

export interface EraseServices {
  readonly ledger: Pick<Ledger, 'runPage' | 'moveRun'>;
  readonly drops: Pick<Files, 'stream' | 'about'>;
  readonly files: Pick<Files, 'get' | 'stream'>;
  /** The versions of the objects of runs. */
  readonly objects: VersionedObjects;
  /** Removes versions of drops. */
  readonly inbox: Pick<VersionedObjects, 'remove'>;
  readonly dropBucket: string;
  /** How long objects of a run may be kept. */
  readonly keptDays: number;
  readonly now: Clock;
}

export interface EraseRequest {
  readonly record: NamedRecord;
  readonly by: string;
  readonly dryRun: boolean;
  /** Milliseconds since 1970: after it nothing more begins. */
  readonly until: number;
}

/** Where an erase stopped within a run. */
export const placeSchema = z.object({
  runId: z.string(),
  /** First everything is found, so that the event can say how much; then it is erased. */
  phase: z.enum(['find', 'erase']),
  /** The last object that is done. */
  after: z.string().optional(),
  /** How many blocks of the object after it are searched, by version. */
  searched: z.record(z.string(), z.int()).optional(),
  isInDrop: z.union([z.boolean(), z.enum(['unknown', 'unread', 'gone'])]).optional(),
  /** Whether a result holds the record that the drop would have told of. */
  isInCopy: z.boolean().optional(),
  rows: z.array(z.int()),
  objects: z.int(),
  /** Objects that cannot be searched. */
  unread: z.array(z.string()).optional(),
  removed: z.array(z.string()),
});
export type Place = z.infer<typeof placeSchema>;

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

export const beginning = (runId: string): Place => ({
  runId,
  phase: 'find',
  rows: [],
  objects: 0,
  removed: [],
});

export interface EraseContext {
  readonly request: EraseRequest;
  readonly services: EraseServices;
}

/** Erases a record from one run, until there is no more time. What was erased before is not found again, so a repeat goes on. */
export async function eraseRun(run: Run, begun: Place, context: EraseContext): Promise<RunStep> {
  const { request, services } = context;
  const isInDrop = begun.isInDrop ?? (await dropHolds(run, request.record, services));
  // The place comes from the caller, and nothing is erased without an event.
  const isRecorded = run.erasures?.some(({ record }) => record === request.record.commitment) === true;
  if (begun.phase === 'erase' && isRecorded && !request.dryRun)
    return await eraseFound(run, { ...begun, isInDrop }, context);
  const from = begun.phase === 'find' ? begun : beginning(run.runId);
  const { place: found, isStopped } = await pass({ ...from, isInDrop }, context);
  if (isStopped) return { kind: 'stopped', place: found };
  const drop = removableDrop(run, found, services) ?? [];
  const removed = found.removed.concat(drop);
  const objects = found.objects + removed.length - found.removed.length;
  const place: Place = { ...found, phase: 'erase', objects, removed };
  const erased = erasedOf(run, place, context);
  if (objects === 0) return { kind: 'done', ...(erased.left.length > 0 && { erased }) };
  const isRefused = isOpen(run) || (!request.dryRun && !(await recordErasure(run, objects, context)));
  if (isRefused) return { kind: 'done', erased: { ...erased, objects: 0, removed: [], refused: true } };
  return request.dryRun ? { kind: 'done', erased } : await eraseFound(run, place, context);
}

/**
 * Before anything is erased: after a crash there is an event too many, and never an erase without one.
 *
 * @returns false if somebody has asked for an undo meanwhile
 */
async function recordErasure(run: Run, objects: number, { request, services }: EraseContext) {
  const { by, record } = request;
  const at = services.now().toISOString();
  const event = { type: 'erased', at, by, record: record.commitment, objects } as const;
  return (await services.ledger.moveRun(run.runId, event)).moved;
}

async function eraseFound(run: Run, place: Place, context: EraseContext): Promise<RunStep> {
  const { key, versionId } = run;
  const removeDrop = async () => {
    if (removableDrop(run, place, context.services) !== undefined)
      await context.services.inbox.remove({ key, versionId });
  };
  // What shows which objects are to be removed goes last: the drop, or the copies of one that cannot be searched.
  if (isUnsearched(place)) await removeDrop();
  const { objects, removed } = place;
  const step = await pass(place, context);
  // How much it is was found before.
  if (step.isStopped) return { kind: 'stopped', place: { ...step.place, objects, removed } };
  if (!isUnsearched(place)) await removeDrop();
  return { kind: 'done', erased: erasedOf(run, place, context) };
}

function erasedOf(run: Run, place: Place, { request, services }: EraseContext): ErasedRun {
  const { runId, key, status, bucket, reason } = run;
  const { objects, removed, unread = [] } = place;
  const left = [
    ...(holdsRecord(place) && !isOurs(run, services)
      ? [`${bucket}/${key}: the file of a migration, which its owners keep`]
      : []),
    ...(request.record.isInName(key) || request.record.isIn(reason)
      ? ['the name of the file or the reason, in the import history']
      : []),
    ...(isPassedOver(run, place) ? [`${bucket}/${key}: the file cannot be searched`] : []),
    ...unread.filter((one) => !removed.includes(one)).map((one) => `${one}: the object cannot be searched`),
  ];
  return { runId, key, status, objects, removed, left };
}

interface Pass {
  /** Where it stopped, or all that it found. */
  readonly place: Place;
  /** Time ran out. */
  readonly isStopped: boolean;
}

/** Goes through the objects of a run. */
async function pass({ after, searched, ...place }: Place, context: EraseContext): Promise<Pass> {
  const { request, services } = context;
  const { record, until } = request;
  const { objects, files, now } = services;
  const isLate = () => now().getTime() >= until;
  const isInDrop = place.isInDrop === true || place.isInCopy === true;
  const known: KnownOfRun = { record, isInDrop, rows: new Set(place.rows) };
  let { objects: count } = place;
  const removed = [...place.removed];
  const unread = new Set(place.unread);
  const reached = new Map(Object.entries(searched ?? {}));
  let isUnfinished = false;
  const erasing = eraseBelow(`runs/${place.runId}/`, {
    objects,
    isText: (key) => !isRowsKey(key),
    judge: async (key, text, version) => {
      const judged = await unlessUnread(() => judgeObject(key, text, known), { hasFailed: () => false });
      if (judged === 'unread') {
        unread.add(key);
        return 'clean';
      }
      if (judged !== 'clean' || !isCopy(key, text)) return judged;
      const isSearched = place.isInDrop === false;
      // Of a plan the drop does not tell: it has stored values too.
      if (isSearched && !isRowsKey(key)) return 'clean';
      const holds = await copyHolds(version, { record, files, now, searched: reached, isLate });
      isUnfinished ||= holds === 'late';
      if (holds === 'unread') unread.add(key);
      if (holds !== true) return 'clean';
      known.isInDrop = !isSearched;
      return 'remove';
    },
    dryRun: place.phase === 'find',
    after,
  });
  const next = () => ({
    ...place,
    rows: [...known.rows],
    objects: count,
    removed,
    ...(unread.size > 0 && { unread: [...unread] }),
  });
  for await (const { key, how } of erasing) {
    // The objects before it were judged without it.
    if (place.phase === 'find' && known.isInDrop && !isInDrop)
      return pass({ ...beginning(place.runId), isInDrop: place.isInDrop, isInCopy: true }, context);
    if (isUnfinished)
      return { place: { ...next(), after, searched: Object.fromEntries(reached) }, isStopped: true };
    after = key;
    reached.clear();
    if (how !== undefined) count += 1;
    if (how === 'removed') removed.push(key);
    if (isLate()) return { place: { ...next(), after }, isStopped: true };
  }
  return { place: next(), isStopped: false };
}

/** The drop, if it holds the record and is ours to remove. One that is not searched follows its batches and its results. */
function removableDrop(run: Run, place: Place, services: EraseServices): string | undefined {
  return holdsRecord(place) && isOurs(run, services) ? run.key : undefined;
}

function holdsRecord(place: Place): boolean {
  const { isInDrop, isInCopy = false, rows } = place;
  return isUnsearched(place) ? isInCopy || rows.length > 0 : isInDrop === true;
}

const isUnsearched = ({ isInDrop }: Place): boolean => isInDrop === 'unknown' || isInDrop === 'unread';

/** Whether neither the drop nor what was read of it shows whether it holds the record. */
function isPassedOver({ reading }: Run, place: Place): boolean {
  const isRead = place.isInDrop === 'unknown' && (reading?.batches ?? 0) > 0;
  return isUnsearched(place) && !isRead && !holdsRecord(place);
}

const isOurs = ({ bucket, key }: Run, { dropBucket }: EraseServices): boolean =>
  bucket === dropBucket && key.startsWith('inbox/');
