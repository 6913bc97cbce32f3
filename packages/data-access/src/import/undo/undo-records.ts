import { claimValues } from '../../records/claims.ts';
import { nextVersion } from '../../records/fields.ts';
import { keysOf, matchesKey } from '../../records/lookup.ts';
import { searchableOf } from '../../search/searchables.ts';
import { zip } from '../../store/batches.ts';
import type { RecordWrite, StoredRecord, WriteOutcome } from '../../store/record.ts';
import type { LookupEntry, LookupKey, Store } from '../../store/store.ts';
import { hasItems } from './list-items.ts';
import type { Touched } from './touched.ts';
import { traceBack, type Traced } from './trace.ts';
import type { Undone } from './undone.ts';
import { isUndoOf, originOf, undoWriter } from './writers.ts';

export interface Undoing {
  readonly store: Store;
  readonly siteId: string;
  readonly importId: string;
  readonly now: () => Date;
}

/** Whoever is overtaken looks again; one who is overtaken this often is told so. */
const roundsAtMost = 8;

/**
 * Puts records back to what they were, whatever of that happened before, unless others wrote them since. Those that the
 * import turns out not to have touched are left out.
 */
export async function undoRecords(touched: readonly Touched[], undoing: Undoing): Promise<Undone[]> {
  const done: Undone[] = [];
  let pending = touched;
  for (let round = 0; pending.length > 0 && round < roundsAtMost; round += 1) {
    const { settled, restorings } = await judgeAll(pending, undoing);
    const claimed = await claimAll(restorings, undoing);
    const written = zip(claimed.restorings, await writeAll(claimed.restorings, undoing));
    done.push(...settled, ...claimed.failed);
    for (const [{ touched: one, stored, write }, outcome] of written)
      if (outcome === 'written') done.push({ touched: one, outcome: 'reversed', stored, write });
    pending = [
      ...claimed.contested,
      ...written.flatMap(([one, outcome]) => (outcome === 'written' ? [] : [one.touched])),
    ];
  }
  const reason = 'expected a moment in which nobody else writes the same record or takes the same value';
  return [
    ...done,
    ...pending.map((one): Undone => ({ touched: one, outcome: 'failed', reason, stored: undefined })),
  ];
}

/** A record that is to be written back. */
interface Restoring {
  readonly touched: Touched;
  readonly stored: StoredRecord;
  readonly write: RecordWrite;
  /** Values of its own that it takes back, and that no other record may have by now. */
  readonly claimed: readonly LookupEntry[];
}

async function judgeAll(
  touched: readonly Touched[],
  undoing: Undoing,
): Promise<{ settled: Undone[]; restorings: Restoring[] }> {
  const records = await undoing.store.records.getMany(undoing.siteId, touched);
  const settled: Undone[] = [];
  const restorings: Restoring[] = [];
  for (const [at, one] of touched.entries()) {
    const judged = await judge(one, records[at], undoing);
    if (judged === undefined) continue;
    if ('outcome' in judged) settled.push(judged);
    else restorings.push(judged);
  }
  return { settled, restorings };
}

async function judge(
  touched: Touched,
  stored: StoredRecord | undefined,
  undoing: Undoing,
): Promise<Undone | Restoring | undefined> {
  const { importId } = undoing;
  const settled = (outcome: Undone['outcome'], reason?: string): Undone => ({
    touched,
    outcome,
    stored,
    ...(reason !== undefined && { reason }),
  });
  if (!stored) return touched.made.length > 0 ? settled('failed', 'the record is not there') : undefined;
  if (isUndoOf(stored, importId)) return settled('reversed');
  const traced = traceBack(stored, touched, importId);
  switch (traced.kind) {
    case 'foreign':
      return touched.made.length > 0 || stored.importId === importId
        ? settled('kept', 'changed since the import')
        : undefined;
    case 'mixed':
      return settled('kept', 'changed by others while the import ran');
    case 'lost':
      return settled('failed', 'what the record was before the import is not kept');
    case 'created':
      if (stored.kind === 'list' && !stored.deleted && (await hasItems(stored.id, undoing)))
        return settled('kept', 'the list has items that are not undone');
      return restoring(touched, stored, { traced, undoing });
    case 'changed':
      return restoring(touched, stored, { traced, undoing });
  }
}

function restoring(
  touched: Touched,
  stored: StoredRecord,
  { traced, undoing }: { traced: Extract<Traced, { kind: 'created' | 'changed' }>; undoing: Undoing },
): Restoring {
  const { importId, now } = undoing;
  const before = traced.kind === 'changed' ? traced.before : undefined;
  const next = before ? { fields: before.fields, deleted: before.deleted } : { deleted: true };
  const writer = undoWriter(importId, touched.number, before && originOf(before));
  // The record goes on naming the import that was undone: who touched it can still be walked.
  const record = nextVersion(stored, next, { writer, importId: null, date: now().toISOString() });
  const claimed = uniqueKeys(record, stored).map((key) => ({ key, id: record.id }));
  return { touched, stored, write: { record, replaces: stored.version }, claimed };
}

/** The unique values that the record takes back. */
function uniqueKeys(record: StoredRecord, stored: StoredRecord): LookupKey[] {
  if (record.deleted) return [];
  const { table } = searchableOf(record.kind);
  return keysOf(record.kind, record.fields).filter(
    (key) => table[key.field]?.unique === true && !matchesKey(stored, key),
  );
}

interface ClaimedAll {
  readonly restorings: Restoring[];
  readonly failed: Undone[];
  /** Somebody else claimed a value and may be about to write it. */
  readonly contested: Touched[];
}

async function claimAll(restorings: readonly Restoring[], { store, siteId }: Undoing): Promise<ClaimedAll> {
  const entries = restorings.flatMap(({ claimed }) => claimed);
  const claims = new Map(zip(entries, await claimValues(store, siteId, entries)));
  const all: ClaimedAll = { restorings: [], failed: [], contested: [] };
  for (const one of restorings) {
    const held = one.claimed.map((entry) => ({ entry, claim: claims.get(entry) }));
    const taken = held.find(({ entry, claim }) => claim?.kind === 'taken' && claim.record.id !== entry.id);
    const isContested = held.some(({ entry, claim }) => claim?.kind === 'free' && claim.id !== entry.id);
    if (taken?.claim?.kind === 'taken') {
      const reason = `${taken.entry.key.field}: record ${taken.claim.record.id} has the value that it had before`;
      all.failed.push({ touched: one.touched, outcome: 'failed', reason, stored: one.stored });
    } else if (isContested) all.contested.push(one.touched);
    else all.restorings.push(one);
  }
  return all;
}

/** No lookup entries are added: those of what a record was are never taken away. */
async function writeAll(
  restorings: readonly Restoring[],
  { store, siteId }: Undoing,
): Promise<WriteOutcome[]> {
  const outcomes = new Map<Restoring, WriteOutcome>();
  const [unique, others] = [
    restorings.filter(({ claimed }) => claimed.length > 0),
    restorings.filter(({ claimed }) => claimed.length === 0),
  ];
  for (const one of unique)
    outcomes.set(one, await store.records.writeTogether(siteId, [one.write], { held: one.claimed }));
  const written = await store.records.write(
    siteId,
    others.map(({ write }) => write),
  );
  for (const [one, outcome] of zip(others, written)) outcomes.set(one, outcome);
  return restorings.map((one) => outcomes.get(one) ?? 'conflict');
}
