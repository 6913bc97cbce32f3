import { claimValues } from '../records/claims.ts';
import { applied, newRecord, nextVersion, type Writing } from '../records/fields.ts';
import { keyText, lookupKey } from '../records/lookup.ts';
import { zip } from '../store/lists.ts';
import { timeOf } from '../store/ids.ts';
import type { RecordWrite } from '../store/record.ts';
import type { LookupEntry } from '../store/store.ts';
import type { Applying } from './applying.ts';
import { uniqueKeys } from './plan-record.ts';
import type { PlanStep } from './plan.ts';
import { writerOf } from './writers.ts';
import { recordOf, setOf } from './import-request.ts';

export interface StepWrite {
  readonly step: PlanStep;
  readonly write: RecordWrite;
  /** The claims of the record: its lookup value when it is new, and its unique values. */
  readonly claimed: readonly LookupEntry[];
  readonly isUnique: boolean;
}

interface Settled {
  readonly writes: StepWrite[];
  readonly overtaken: PlanStep[];
}

/** The writes of some steps. New records take the ids of their claims. */
export async function settleClaims(steps: readonly PlanStep[], applying: Applying): Promise<Settled> {
  const created = steps.filter(({ action }) => action === 'create');
  const changed = steps.filter(({ action }) => action === 'update' || action === 'delete');
  const creates = await settleCreates(created, applying);
  const changes = await settleChanges(changed, applying);
  return {
    writes: [...creates.writes, ...changes.writes],
    overtaken: [...creates.overtaken, ...changes.overtaken],
  };
}

async function settleCreates(steps: readonly PlanStep[], applying: Applying): Promise<Settled> {
  const entries = steps.map((step) => claimOf(step, applying));
  const claims = await claimValues(applying.store, applying.siteId, entries);
  // Another worker may have created that record for the import, and an undo deleted it, since this one lost the import.
  if (claims.some((claim) => claim.kind === 'free' && claim.isGivenUp)) await applying.ask();
  // Records with one date are packed together: see `dynamodb/leaves.ts`.
  const at = applying.now();
  const once: Applying = { ...applying, now: () => at };
  const writes: StepWrite[] = [];
  const overtaken: PlanStep[] = [];
  const ids = new Set<string>();
  for (const [step, [{ key }, claim]] of zip(steps, zip(entries, claims))) {
    // Two values may have claims with the same unused id. Only one record can have it.
    if (claim.kind === 'taken' || ids.has(claim.id)) overtaken.push(step);
    else {
      ids.add(claim.id);
      const write = creationOf(step, claim.id, once);
      const isUnique = uniqueOf(step, applying).some((unique) => keyText(unique) === keyText(key));
      writes.push({ step, write, claimed: [{ key, id: claim.id }], isUnique });
    }
  }
  return { writes, overtaken };
}

async function settleChanges(steps: readonly PlanStep[], applying: Applying): Promise<Settled> {
  const wanted = steps.flatMap((step) => uniqueOf(step, applying).map((key) => ({ key, id: step.id ?? '' })));
  const claims = await claimValues(applying.store, applying.siteId, wanted);
  const lost = new Set(
    zip(wanted, claims).flatMap(([{ id }, claim]) => {
      const holder = claim.kind === 'taken' ? claim.record.id : claim.id;
      return holder === id ? [] : [id];
    }),
  );
  const kept = steps.filter(({ id }) => !lost.has(id ?? ''));
  return {
    writes: kept.map((step) => {
      const claimed = wanted.filter(({ id }) => id === step.id);
      return { step, write: changeOf(step, applying), claimed, isUnique: claimed.length > 0 };
    }),
    overtaken: steps.filter(({ id }) => lost.has(id ?? '')),
  };
}

/** The write of a step that has the id of its record. */
export const writeOf = (step: PlanStep, applying: Applying): RecordWrite =>
  step.action === 'create' ? creationOf(step, step.id ?? '', applying) : changeOf(step, applying);

const uniqueOf = ({ set, kind, changes }: PlanStep, { request }: Applying) =>
  uniqueKeys(setOf(request, set), kind, changes);

function claimOf({ number, set, kind, id }: PlanStep, { request }: Applying): LookupEntry {
  const importSet = setOf(request, set);
  const key = lookupKey(kind, importSet.lookup, recordOf(importSet, number)?.lookupValue);
  if (!key || id === null) throw new TypeError(`Step ${number} creates a record without a lookup value.`);
  return { key, id };
}

function creationOf(step: PlanStep, id: string, applying: Applying): RecordWrite {
  const record = newRecord({ kind: step.kind, id }, step.changes, writingOf(step, applying));
  // The updated date is now, for clients that follow updates. The created date is that of the id, which sorts pages.
  const createdDate = timeOf(step.id ?? id).toISOString();
  return { record: { ...record, createdDate }, replaces: null };
}

function changeOf(step: PlanStep, applying: Applying): RecordWrite {
  const { before, changes, action } = step;
  if (!before) throw new TypeError(`Step ${step.number} changes no record.`);
  const next = action === 'delete' ? { deleted: true } : { fields: applied(before.fields, changes) };
  return { record: nextVersion(before, next, writingOf(step, applying)), replaces: before };
}

const writingOf = ({ number }: PlanStep, { importId, now }: Applying): Writing => ({
  writer: writerOf(importId, number),
  importId,
  date: now().toISOString(),
});
