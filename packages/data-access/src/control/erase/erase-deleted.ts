import { nextVersion } from '../../records/fields.ts';
import { entriesOf, keyText } from '../../records/lookup.ts';
import { storeCall } from '../../records/store-call.ts';
import type { RecordWrite, StoredRecord } from '../../store/record.ts';
import type { LookupEntry, LookupKey } from '../../store/store.ts';
import type { Act } from '../audit/record-act.ts';
import { writingOf, type ControlServices } from '../operation/control-operation.ts';

/** The kinds whose records describe people, or have values that a person has. */
export const kinds = ['user', 'interestAccount', 'issue', 'role'];

/** What is known of the records that are to be erased. */
export interface OfRecords {
  readonly siteId: string;
  readonly dryRun: boolean;
  readonly services: ControlServices;
  readonly act: Act;
  /** By which the value finds records. */
  readonly keys: readonly LookupKey[];
  readonly ids: ReadonlySet<string>;
}

async function deletedOnes({ siteId, ids, services }: OfRecords): Promise<StoredRecord[]> {
  const refs = refsOf(ids);
  const records = await services.store.records.getMany(siteId, refs);
  return records.flatMap((one) => (one?.deleted === true ? [one] : []));
}

const refsOf = (ids: ReadonlySet<string>) => kinds.flatMap((kind) => [...ids].map((id) => ({ kind, id })));

const isEmpty = ({ fields }: StoredRecord): boolean => Object.keys(fields).length === 0;

/** A deleted record keeps its values for an undo. Live ones are the organization's, and stay. */
export async function eraseDeleted(erasing: OfRecords): Promise<number> {
  const { siteId, ids, dryRun, services, act } = erasing;
  if (!dryRun) await services.store.records.forgetOthers(siteId, refsOf(ids), services.now());
  const found = (await deletedOnes(erasing)).filter((one) => !isEmpty(one));
  if (dryRun || found.length === 0) return found.length;
  const writing = writingOf(act, services);
  const steps = found.map((before) => {
    const taken = nextVersion(before, {}, writing);
    return { before, taken, after: nextVersion(taken, { fields: {} }, writing) };
  });
  const rows = steps.map(({ before, after }) => ({ before: { ...before, fields: {} }, after }));
  await storeCall({ siteId, ...act }, rows, services);
  // Once it is written anew, no undo restores a record, so that nothing needs its entries. Its values lead to them until they are gone.
  const taken = await written(
    steps.map((step) => ({ step, write: { record: step.taken, replaces: step.before } })),
    erasing,
  );
  const entries = entriesOf(
    taken.map((step) => step.taken),
    () => true,
  );
  await removeEntries(entries, erasing);
  const writes = taken.map((step) => ({ step, write: { record: step.after, replaces: step.taken } }));
  return (await written(writes, erasing)).length;
}

/** @returns what was written */
async function written<Step>(
  steps: readonly { readonly step: Step; readonly write: RecordWrite }[],
  { siteId, services }: OfRecords,
): Promise<Step[]> {
  const writes = steps.map(({ write }) => write);
  const outcomes = await services.store.records.write(siteId, writes);
  return steps.flatMap(({ step }, at) => (outcomes[at] === 'written' ? [step] : []));
}

/** The ids of the deleted records that have no values any more. */
export async function erasedOnes(erasing: OfRecords): Promise<ReadonlySet<string>> {
  const found = await deletedOnes(erasing);
  return new Set(found.filter(isEmpty).map(({ id }) => id));
}

/** But for those of the value, which lead to the records until all is erased. */
export async function removeEntries(
  entries: readonly LookupEntry[],
  { siteId, services, keys }: OfRecords,
): Promise<void> {
  const last = new Set(keys.map(keyText));
  const removed = entries.filter(({ key }) => !last.has(keyText(key)));
  if (removed.length > 0) await services.store.lookups.remove(siteId, removed);
}

/** The entries of the value itself. */
export async function removeLast(
  { siteId, dryRun, services: { store }, keys }: OfRecords,
  erased: ReadonlySet<string>,
): Promise<void> {
  if (dryRun || erased.size === 0) return;
  const found = await store.lookups.find(siteId, keys);
  const entries = keys.flatMap((key, at) =>
    (found[at] ?? []).filter((id) => erased.has(id)).map((id) => ({ key, id })),
  );
  if (entries.length > 0) await store.lookups.remove(siteId, entries);
}
