import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../services.ts';
import { applied } from '../records/fields.ts';
import { readCall, requestOf, type Caller } from '../store/calls.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { Json, RecordRef, StoredRecord } from '../store/record.ts';
import type { PlanStep } from './plan.ts';
import { unlessAltered } from './documents.ts';
import { stepsAbout } from './steps-beside-plan.ts';
import { valuesSha256 } from './stored-values.ts';
import { undoDocuments, type UndoneRecord } from './undone.ts';
import { stepNumber } from './writers.ts';

/** The most writes of one answer. Each step reads the plan of an import, which may hold 10,000 large records. */
const mostWrites = 20;
/** Nothing more is begun for a page later than this; the next one continues. */
export const beginsUntilMs = 8_000;

/** A version of a record: the next write to show made it. */
export type Position = Pick<StoredRecord, 'version' | 'importId' | 'writer'> & Partial<StoredRecord>;

/** A write of a record. What is no longer stored is absent. */
export interface RecordWritten extends Partial<Caller> {
  /** The version that it made. */
  readonly version?: number;
  readonly date?: string | null;
  readonly action?: 'create' | 'update' | 'delete';
  /** Each changed field: what it was, and what it is then. */
  readonly changes?: Readonly<Record<string, readonly [Json, Json]>>;
  /** Absent for an import. */
  readonly requestId?: string;
  readonly importId?: string;
  /** The place of the record in the request of the import, from 1. */
  readonly number?: number;
  readonly filename?: string | null;
  /** How the import ended, whether or not it was undone. */
  readonly status?: ImportItem['state'];
  readonly undo?: Undo;
  /** The hash of what the import keeps of its values: these changes are among them. Absent where it has none. */
  readonly valuesSha256?: string;
  /** What is stored of the write is not what was stored then. So its values are not shown. */
  readonly altered?: true;
}

interface Undo extends Partial<Pick<UndoneRecord, 'outcome' | 'reason' | 'code'>> {
  readonly by: string;
  readonly startedDate: string;
  readonly endedDate: string | null;
}

/** `further`: the next page continues. `began`: there was no earlier write. `lost`: what was before is no longer stored. */
export interface WritesPage {
  readonly items: RecordWritten[];
  readonly end: 'further' | 'began' | 'lost';
  /** The position whose write is the last of this page. */
  readonly last?: Position;
}

interface Walk {
  readonly ref: RecordRef;
  readonly siteId: string;
  readonly services: Pick<Services, 'store' | 'blobs' | 'now'>;
}

/** One write, and the version before it. */
interface Step {
  readonly write: RecordWritten;
  readonly before: Position | 'began' | 'lost';
}

/** The writes of a record from a position on, or after the last one of the page before. */
export async function recordWrites(
  from: { readonly at: Position } | { readonly after: Position },
  walk: Walk,
): Promise<WritesPage> {
  const items: RecordWritten[] = [];
  let position = 'at' in from ? from.at : (await stepBack(from.after, walk)).before;
  let last: Position | undefined;
  const { now } = walk.services;
  const begun = now().getTime();
  while (typeof position !== 'string') {
    const isLate = items.length > 0 && now().getTime() - begun >= beginsUntilMs;
    if (last && (items.length === mostWrites || isLate)) return { items, end: 'further', last };
    const { write, before } = await stepBack(position, walk);
    items.push(write);
    [last, position] = [position, before];
  }
  return { items, end: position };
}

async function stepBack(position: Position, walk: Walk): Promise<Step> {
  const requestId = requestOf(position);
  if (requestId !== undefined) return callBefore(requestId, position, walk);
  const { importId, version, updatedDate } = position;
  if (importId !== null) return importBefore({ ...position, importId }, walk);
  return { write: { version, date: updatedDate ?? null }, before: version === 1 ? 'began' : 'lost' };
}

/** A call that was no import. Without what it stored, the last import before it is still known. */
async function callBefore(
  requestId: string,
  position: Position,
  { ref, siteId, services }: Walk,
): Promise<Step> {
  const { version, updatedDate, importId } = position;
  const write = { version, date: updatedDate ?? null, requestId };
  const kept = await readCall(services.blobs, { siteId, requestId }, ref);
  if (version === 1)
    return { write: { ...write, ...kept?.caller, ...changesOf(undefined, position) }, before: 'began' };
  if (kept?.before)
    return { write: { ...write, ...kept.caller, ...changesOf(kept.before, position) }, before: kept.before };
  const before = importId === null ? 'lost' : { version, importId, writer: 'unknown' };
  return { write: { ...write, ...kept?.caller }, before };
}

async function importBefore(
  position: Position & { readonly importId: string },
  { ref, siteId, services }: Walk,
): Promise<Step> {
  const { importId } = position;
  const item = await services.store.imports.get(siteId, importId);
  const about = { importId, ...(item && (await aboutImport(item, ref.id, services))) };
  const stored =
    item && (await unlessAltered(async () => (await stepsAbout(services.blobs, item, ref.id)) ?? []));
  if (item && !stored) return { write: { ...about, altered: true }, before: 'lost' };
  const hash = item && valuesSha256(item);
  const covered = { ...about, ...(hash !== undefined && { valuesSha256: hash }) };
  const made = madeBy(position, stored ?? []);
  if (!made) return { write: covered, before: 'lost' };
  const { step, isLast } = made;
  const { number, before } = step;
  const date = isLast ? position.updatedDate : undefined;
  const after = afterStep(step);
  const write: RecordWritten = {
    version: (before?.version ?? 0) + 1,
    ...covered,
    ...(date !== undefined && { date }),
    number,
    ...(isLast && !isAfter(position, after) ? { altered: true } : changesOf(before ?? undefined, after)),
  };
  return { write, before: before ?? 'began' };
}

/** Whether a version has the values that the import gave it, or none since they were erased. */
function isAfter({ fields }: Position, after: Pick<StoredRecord, 'fields'>): boolean {
  const isKept = fields !== undefined && Object.keys(fields).length > 0;
  return !isKept || isDeepStrictEqual(fields, after.fields);
}

/**
 * The step that made this version, or after an undo the last one that the import made. It may write a record several times, with
 * others in between, so this is its newest step that is older than the position.
 */
function madeBy(
  position: Position & { readonly importId: string },
  steps: readonly PlanStep[],
): { readonly step: PlanStep; readonly isLast: boolean } | undefined {
  const versionBefore = ({ before }: PlanStep) => before?.version ?? 0;
  const older = steps
    .filter((step) => step.action !== 'unchanged' && versionBefore(step) < position.version)
    .toSorted((a, b) => versionBefore(b) - versionBefore(a));
  const number = stepNumber(position, position.importId);
  const exact = older.find((step) => step.number === number && versionBefore(step) === position.version - 1);
  const step = exact ?? older[0];
  return step && { step, isLast: exact !== undefined };
}

export function afterStep({ before, changes, action }: PlanStep): Pick<StoredRecord, 'fields' | 'deleted'> {
  const fields = before?.fields ?? {};
  return action === 'delete'
    ? { fields, deleted: true }
    : { fields: applied(fields, changes), deleted: false };
}

/** Without the changes if one of both was erased, which leaves no field. */
export function changesOf(
  before: StoredRecord | undefined,
  { fields, deleted = false }: Partial<StoredRecord>,
): Pick<RecordWritten, 'action' | 'changes'> {
  const action = !before ? 'create' : deleted && !before.deleted ? 'delete' : 'update';
  const isErased = [before?.fields, fields].some((one) => one && Object.keys(one).length === 0);
  if (!fields || isErased) return { action };
  const names = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(fields)]);
  const changes = [...names].toSorted().flatMap((name) => {
    const [old, next] = [before?.fields[name] ?? null, fields[name] ?? null];
    return isDeepStrictEqual(old, next) ? [] : [[name, [old, next] as const] as const];
  });
  return { action, changes: Object.fromEntries(changes) };
}

async function aboutImport(
  item: ImportItem,
  id: string,
  { blobs }: Pick<Services, 'blobs'>,
): Promise<RecordWritten> {
  const { state, filename, ranDate, caller, revert } = item;
  const about = { status: revert?.from ?? state, filename, date: ranDate, ...caller };
  if (!revert) return about;
  const records = await undoDocuments(blobs).outcomes(item);
  const { outcome, reason, code } = records.find((one) => one.id === id) ?? {};
  const { by, startedDate, endedDate } = revert;
  const undo = {
    ...{ by, startedDate, endedDate },
    ...(outcome && { outcome }),
    ...(reason !== undefined && { reason, code }),
  };
  return { ...about, undo };
}
