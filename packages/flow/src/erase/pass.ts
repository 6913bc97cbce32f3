import {
  eraseBelow,
  type Erasing,
  type Judged,
  type NamedRecord,
  type VersionedObjects,
} from '@sluice/aws-kit/erasure';
import type { Ledger } from '@sluice/ledger';
import * as z from 'zod';
import type { Clock, Files } from '../ports.ts';
import { isBatchKey, isRowsKey } from '../run-objects.ts';
import { copyHolds, largeHolds } from './copy-holds.ts';
import { isCopy, judgeObject, type KnownOfRun } from './judge-object.ts';
import { unlessUnread } from './search-file.ts';
import { foundSchema } from './unfinished.ts';

export interface EraseServices {
  readonly ledger: Pick<Ledger, 'run' | 'runPage' | 'moveRun'>;
  readonly drops: Pick<Files, 'stream' | 'about'>;
  readonly files: Pick<Files, 'get' | 'put' | 'stream'>;
  /** The versions of the objects of runs. */
  readonly objects: VersionedObjects;
  /** The versions in the bucket of drops. */
  readonly inbox: Pick<VersionedObjects, 'versions' | 'remove'>;
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
  ...foundSchema.shape,
  /** Whether the results of a drop that cannot tell are searched. */
  areCopiesSearched: z.boolean().optional(),
  /** Whether rows were found that the batches do not show. */
  isBehind: z.boolean().optional(),
  /** Whose erases come to their end: this one's, and those of others that crashed. */
  of: z.array(z.string()).optional(),
  objects: z.int(),
  /** Objects that cannot be searched. */
  unread: z.array(z.string()).optional(),
  removed: z.array(z.string()),
});
export type Place = z.infer<typeof placeSchema>;

export const beginning = (runId: string): Place => ({
  runId,
  phase: 'find',
  rows: [],
  areRowsKnown: false,
  isInCopy: false,
  objects: 0,
  removed: [],
});

export interface EraseContext {
  readonly request: EraseRequest;
  readonly services: EraseServices;
}

/** Where a pass stopped, or all that it found. */
interface Passed {
  readonly place: Place;
  /** Time ran out. */
  readonly isStopped: boolean;
}

/** What a pass gathers. */
interface Walk {
  readonly known: KnownOfRun;
  readonly unread: Set<string>;
  /** How many blocks of the object that is next are searched, by version. */
  readonly searched: Map<string, number>;
  /** Whether a result holds the record that the drop would have told of. */
  readonly copies: { holds: boolean; readonly rows: Set<number> };
  /** Whether rows were found that no object before them knew of. */
  isBehind: boolean;
  /** Time ran out within an object. */
  isUnfinished: boolean;
}

/** Goes through the objects of a run: to find what is to be erased, or to erase it. */
export async function pass({ after, searched, ...place }: Place, context: EraseContext): Promise<Passed> {
  const { request, services } = context;
  const isFinding = place.phase === 'find';
  const known = knownAt(place, request.record);
  const walk: Walk = {
    known,
    unread: new Set(place.unread),
    searched: new Map(Object.entries(searched ?? {})),
    copies: { holds: place.isInCopy, rows: known.rows },
    isBehind: place.isBehind === true,
    isUnfinished: false,
  };
  let { objects } = place;
  const removed = [...place.removed];
  const isLate = () => services.now().getTime() >= request.until;
  const next = (): Place => ({ ...place, ...gathered(walk), objects, removed });
  const erasing = eraseBelow(`runs/${place.runId}/`, {
    objects: services.objects,
    isText: (key) => !isRowsKey(key),
    judge: judgeIn(walk, { place, isLate, services }),
    dryRun: isFinding,
    after,
  });
  for await (const { key, how, isUnread } of erasing) {
    if (walk.isUnfinished)
      return { place: { ...next(), after, searched: Object.fromEntries(walk.searched) }, isStopped: true };
    after = key;
    walk.searched.clear();
    if (isUnread) walk.unread.add(key);
    if (how !== undefined) objects += 1;
    if (how === 'removed') removed.push(key);
    if (isLate()) return { place: { ...next(), after }, isStopped: true };
  }
  if (isFinding && walk.isBehind) return await pass(onceMore(next()), context);
  return { place: next(), isStopped: false };
}

function knownAt(place: Place, record: NamedRecord): KnownOfRun {
  const { rows, areRowsKnown, down, phase, isInCopy, areCopiesSearched = false } = place;
  const isFinding = phase === 'find';
  return {
    record: isFinding || isOf(place, record) ? record : { ...record, ...nobody },
    isInDrop: isFinding ? place.isInDrop === true || (isInCopy && areCopiesSearched) : isInCopy,
    ...{ rows: new Set(rows), areRowsKnown, down },
  };
}

function gathered({ known, unread, copies, isBehind }: Walk) {
  return {
    rows: [...known.rows],
    isInCopy: copies.holds,
    isBehind,
    ...(unread.size > 0 && { unread: [...unread] }),
  };
}

/** What is found now was not known of the objects before it. */
function onceMore({ runId, isInDrop, rows, areRowsKnown, isInCopy, down }: Place): Place {
  const found = { isInDrop, rows, areRowsKnown, isInCopy, down };
  return { ...beginning(runId), ...found, areCopiesSearched: true };
}

interface Passing {
  readonly place: Place;
  readonly services: EraseServices;
  readonly isLate: () => boolean;
}

function judgeIn(walk: Walk, passing: Passing): Erasing['judge'] {
  const { known } = walk;
  const { rows } = known;
  return async (key, text, version) => {
    const { size } = rows;
    const judged = await unlessUnread(() => judgeObject(key, text, known), { hasFailed: () => false });
    if (judged === 'unread') return judged;
    const found = await searched({ key, text, version, judged }, walk, passing);
    walk.isBehind ||= !isBatchKey(key) && rows.size > size;
    return found;
  };
}

interface Seen {
  readonly key: string;
  readonly text: string | undefined;
  readonly version: Parameters<Erasing['judge']>[2];
  readonly judged: Judged;
}

/** Searches a result, or what is too large to be read at once, where nothing else tells whether it holds the record. */
async function searched(
  { key, text, version, judged }: Seen,
  walk: Walk,
  { place, services: { files, now }, isLate }: Passing,
): Promise<Judged> {
  if (place.phase !== 'find') return judged;
  const isResult = isCopy(key, text);
  const isTold = isResult && typeof place.isInDrop === 'boolean';
  if (isResult) {
    // Of a plan the drop does not tell: it has stored values too.
    if (isTold ? judged !== 'clean' || !isRowsKey(key) : place.areCopiesSearched === true) return judged;
  } else if (text !== undefined || judged !== 'clean') return judged;
  const { record } = walk.known;
  const found = isTold ? { holds: false } : walk.copies;
  const search = { record, files, now, searched: walk.searched, found, isLate };
  const holds = await (isResult ? copyHolds(version, search) : largeHolds(version, search));
  if (holds === 'late') walk.isUnfinished = true;
  if (holds === 'unread') return holds;
  if (holds !== true) return judged;
  if (!isTold) walk.isBehind = walk.copies.holds = true;
  return 'remove';
}

/** Whether it is this erase whose finds are erased. */
export const isOf = ({ of = [] }: Place, { commitment }: NamedRecord): boolean => of.includes(commitment);

/** Erases of others come to their end by what they found. */
const nobody = { isIn: () => false, mayBeInJson: () => false };
