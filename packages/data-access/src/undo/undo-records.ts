import { reasonOf, type Reason } from '@sluice/contract';
import { useIn } from '../records/use.ts';
import { claimValues } from '../records/claims.ts';
import { nextVersion } from '../records/fields.ts';
import { keysOf, matchesKey, newEntries } from '../records/lookup.ts';
import { searchableOf } from '../store/searchables.ts';
import { zip } from '../store/lists.ts';
import type { RecordWrite, StoredRecord, WriteOutcome } from '../store/record.ts';
import type { LookupEntry, LookupKey, Store } from '../store/store.ts';
import { itemsIn } from '../import/items-of-lists.ts';
import type { PlanStep } from '../import/plan.ts';
import type { Touched } from '../import/touched.ts';
import type { Undone } from '../import/undone.ts';
import { isUndoOf, originOf, stepNumber, undoWriter, type Origin } from '../import/writers.ts';

export interface Undoing {
  readonly store: Store;
  readonly siteId: string;
  readonly importId: string;
  readonly now: () => Date;
  /** Whether an earlier worker may have begun with these records. */
  readonly isRepeat: boolean;
  /** Awaited before records are written. Fails when the worker has lost the import. */
  readonly beat: () => Promise<void>;
}

type Verdict = Omit<Undoing, 'beat'>;

/** How often a record is read again after a conflict. */
const roundsAtMost = 8;

/** Restores records unless others have written them since. Leaves out records that the import did not touch. */
export async function undoRecords(touched: readonly Touched[], undoing: Undoing): Promise<Undone[]> {
  const done: Undone[] = [];
  let pending = touched;
  for (let round = 0; pending.length > 0 && round < roundsAtMost; round += 1) {
    const { settled, restorings } = await verdictsOf(pending, undoing);
    const { undone, again } = await writeAll(restorings, undoing);
    done.push(...settled, ...undone);
    pending = again;
  }
  const reason = reasonOf('kept_changing');
  const left = await undoing.store.records.getMany(undoing.siteId, pending);
  return [
    ...done,
    ...pending.map((one, at): Undone => ({ touched: one, outcome: 'failed', reason, stored: left[at] })),
  ];
}

export interface Restoring {
  readonly touched: Touched;
  readonly stored: StoredRecord;
  readonly write: RecordWrite;
  /** Unique values that it takes back. No other record may have them. */
  readonly claimed: readonly LookupEntry[];
  /** Whether it is a list that stays because it has items. */
  readonly isInUse: boolean;
}

/** What is settled already, and what is to be written. */
export async function verdictsOf(
  touched: readonly Touched[],
  undoing: Verdict,
): Promise<{ settled: Undone[]; restorings: Restoring[] }> {
  const records = await undoing.store.records.getMany(undoing.siteId, touched);
  const settled: Undone[] = [];
  const restorings: Restoring[] = [];
  for (const [at, one] of touched.entries()) {
    const verdicts = await verdictOf(one, records[at], undoing);
    if (verdicts === undefined) continue;
    if ('outcome' in verdicts) settled.push(verdicts);
    else restorings.push(verdicts);
  }
  return { settled, restorings };
}

async function verdictOf(
  touched: Touched,
  stored: StoredRecord | undefined,
  undoing: Verdict,
): Promise<Undone | Restoring | undefined> {
  const { importId } = undoing;
  const settled = (outcome: Undone['outcome'], reason?: Reason): Undone => ({
    touched,
    outcome,
    stored,
    ...(reason !== undefined && { reason }),
  });
  if (!stored) return touched.made.length > 0 ? settled('failed', reasonOf('record_missing')) : undefined;
  if (isUndoOf(stored, importId)) return verdictOfUndone(touched, stored, undoing);
  const traced = traceBack(stored, touched, importId);
  switch (traced.kind) {
    case 'foreign':
      return touched.made.length > 0 || stored.importId === importId
        ? settled('kept', reasonOf('changed_since'))
        : undefined;
    case 'mixed':
      return settled('kept', reasonOf('changed_during'));
    case 'lost':
      return settled('failed', reasonOf('values_not_kept'));
    case 'created':
      if (stored.deleted || !(await isListInUse(stored, undoing))) return restoring(touched, stored, undoing);
      // A write that an earlier worker may have under way must not delete it any more.
      if (undoing.isRepeat) return restoring(touched, stored, { ...undoing, isInUse: true, before: stored });
      return settled('kept', reasonOf('list_in_use'));
    case 'changed':
      return restoring(touched, stored, { ...undoing, before: traced.before });
  }
}

/**
 * A list is deleted first, after which it gets no item any more. If it has got one just before, it is put back. Its writer then
 * names the version of the import.
 */
async function verdictOfUndone(
  touched: Touched,
  stored: StoredRecord,
  undoing: Verdict,
): Promise<Undone | Restoring> {
  if (stored.deleted && (await isListInUse(stored, undoing)))
    return restoring(touched, stored, { ...undoing, isInUse: true, before: { ...stored, deleted: false } });
  const isPutBack = !stored.deleted && stepNumber(originOf(stored), undoing.importId) !== undefined;
  if (!isPutBack) return { touched, outcome: 'reversed', stored };
  return { touched, outcome: 'kept', stored, reason: reasonOf('list_in_use') };
}

interface Before extends Pick<Undoing, 'importId' | 'now'> {
  /** What the record is to be again; absent if it did not exist. */
  readonly before?: StoredRecord;
  readonly isInUse?: boolean;
}

function restoring(
  touched: Touched,
  stored: StoredRecord,
  { importId, now, before, isInUse = false }: Before,
): Restoring {
  const next = before ? { fields: before.fields, deleted: before.deleted } : { deleted: true };
  // A list that is deleted may be put back. Its writer names the version that is then restored.
  const restored = before ?? (stored.kind === 'list' ? stored : undefined);
  const writer = undoWriter(importId, touched.number, restored && originOf(restored));
  // The record still names the undone import, so that its history can be followed.
  const record = nextVersion(stored, next, { writer, importId: null, date: now().toISOString() });
  const claimed = uniqueKeys(record, stored).map((key) => ({ key, id: record.id }));
  return { touched, stored, write: { record, replaces: stored }, claimed, isInUse };
}

function uniqueKeys(record: StoredRecord, stored: StoredRecord): LookupKey[] {
  if (record.deleted) return [];
  const { table } = searchableOf(record.kind);
  return keysOf(record.kind, record.fields).filter(
    (key) => table[key.field]?.unique === true && !matchesKey(stored, key),
  );
}

interface Written {
  readonly undone: Undone[];
  /** Records to try again: a write conflicted, or a value is still with another of these records. */
  readonly again: Touched[];
}

async function writeAll(
  restorings: readonly Restoring[],
  { store, siteId, beat }: Undoing,
): Promise<Written> {
  await enterGivenUp(restorings, { store, siteId });
  await beat();
  const plain = restorings.filter(({ claimed }) => claimed.length === 0);
  const writes = plain.map(({ write }) => write);
  const outcomes = await store.records.write(siteId, writes);
  const undone: Undone[] = [];
  const again: Touched[] = [];
  const settle = (one: Restoring) => {
    // A list that was deleted may have got an item just before, so it is looked at again.
    if (isListDeleted(one)) again.push(one.touched);
    else undone.push(one.isInUse ? inUse(one) : reversed(one));
  };
  for (const [one, outcome] of zip(plain, outcomes)) {
    if (outcome === 'written') settle(one);
    else again.push(one.touched);
  }
  const givingBack = new Set(restorings.map(({ stored }) => stored.id));
  // One after the other: a name may become free only when the previous record has its own name again.
  for (const one of restorings.filter(({ claimed }) => claimed.length > 0)) {
    const taken = await claimAndWrite(one, { store, siteId });
    if (taken === 'written') settle(one);
    else if (taken === 'conflict' || givingBack.has(taken.by)) again.push(one.touched);
    else {
      const reason = reasonOf('value_taken', { field: taken.field, id: taken.by });
      undone.push({ touched: one.touched, outcome: 'failed', reason, stored: one.stored });
    }
  }
  return { undone, again };
}

/** What a record takes back it had before, so its entries are there. What it gives up may have none yet. */
async function enterGivenUp(
  restorings: readonly Restoring[],
  { store, siteId }: Pick<Undoing, 'store' | 'siteId'>,
): Promise<void> {
  const entries = restorings.flatMap(({ write, stored }) => newEntries(write.record, stored, () => 'unused'));
  if (entries.length === 0) return;
  const use = useIn(await store.lookupFields.get(siteId));
  const needed = entries.filter(({ key }) => use(key) !== 'used');
  await store.lookups.add(siteId, needed);
}

const isListDeleted = ({ write: { record } }: Restoring): boolean => record.kind === 'list' && record.deleted;

const inUse = ({ touched, write }: Restoring): Undone => ({
  touched,
  outcome: 'kept',
  stored: write.record,
  reason: reasonOf('list_in_use'),
});

const reversed = ({ touched, stored, write }: Restoring): Undone => ({
  touched,
  outcome: 'reversed',
  stored,
  write,
});

interface Taken {
  readonly field: string;
  readonly by: string;
}

async function claimAndWrite(
  { claimed, write }: Restoring,
  { store, siteId }: Pick<Undoing, 'store' | 'siteId'>,
): Promise<WriteOutcome | Taken> {
  for (const [{ key, id }, claim] of zip(claimed, await claimValues(store, siteId, claimed))) {
    if (claim.kind === 'taken' && claim.record.id !== id) return { field: key.field, by: claim.record.id };
    // Another request has the claim and may be about to write the record.
    if (claim.kind === 'free' && claim.id !== id) return 'conflict';
  }
  return store.records.writeTogether(siteId, [write], { held: claimed });
}

/** Whether a record is a list with live items. A scan may lag, so they are read strongly. */
async function isListInUse({ kind, id }: StoredRecord, { store, siteId }: Verdict): Promise<boolean> {
  if (kind !== 'list') return false;
  for await (const items of itemsIn(id, { store, siteId })) if (items > 0) return true;
  return false;
}

/**
 * The state of a record before an import touched it. `created`: it did not exist. `mixed`: others wrote it between two
 * steps of the import. `foreign`: others wrote it since. `lost`: the before-image is no longer stored.
 */
type Traced =
  | { readonly kind: 'created' }
  | { readonly kind: 'changed'; readonly before: StoredRecord }
  | { readonly kind: 'mixed' | 'foreign' | 'lost' };

/** Follows the writes of the import back to the version that another writer made. */
function traceBack(record: StoredRecord, touched: Touched, importId: string): Traced {
  let origin = originOf(record);
  let number = stepNumber(origin, importId);
  if (number === undefined) return { kind: 'foreign' };
  const walked = new Set<number>();
  for (;;) {
    walked.add(number);
    const isWhole = touched.made.every((made) => walked.has(made));
    if (origin.version === 1) return isWhole ? { kind: 'created' } : { kind: 'mixed' };
    const before = imageOf(touched.steps, number, origin);
    if (!before) return { kind: 'lost' };
    origin = originOf(before);
    number = stepNumber(origin, importId);
    if (number !== undefined) continue;
    // It still names this import, so an earlier step lies behind the writes of others.
    return isWhole && before.importId !== importId ? { kind: 'changed', before } : { kind: 'mixed' };
  }
}

/** Every stored copy of a version is the same, so the first one is enough. */
function imageOf(steps: readonly PlanStep[], number: number, { version }: Origin): StoredRecord | undefined {
  const found = steps.find((step) => step.number === number && step.before?.version === version - 1);
  return found?.before ?? undefined;
}
