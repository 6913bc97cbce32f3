import { ApiError, listItemFields, type ParsedInput } from '@sluice/contract';
import { anyUse } from '../records/use.ts';
import { claimValues } from '../records/claims.ts';
import { applied, changesOf, newRecord, nextVersion, type Writing } from '../records/fields.ts';
import { findRecords, keyText, lookupKey, matchesKey, newEntries } from '../records/lookup.ts';
import { zip } from '../store/lists.ts';
import { callWriter } from '../store/calls.ts';
import { orderedId } from '../store/ids.ts';
import { listItemKind, type Fields, type Kind, type StoredRecord } from '../store/record.ts';
import type { LookupEntry, LookupKey, Store } from '../store/store.ts';
import type { Call } from '../operation.ts';
import type { Plan } from './together.ts';

type Item = ParsedInput<'createListItems'>['items'][number];
type Answer = { id: string; title: string; created: boolean }[];

export interface ListItemRequest {
  readonly list: StoredRecord;
  readonly items: readonly Item[];
  readonly call: Call;
}

/** A record that the request touches. Several items may touch the same one. */
interface Touched {
  record: StoredRecord;
  readonly before: StoredRecord | undefined;
  /** The key that matched the record, or that it will claim. */
  readonly key: LookupKey;
}

/** Undefined when another request is creating one of the items. The next try finds it. */
export async function planListItems({
  list,
  items,
  call,
}: ListItemRequest): Promise<Plan<Answer> | undefined> {
  const { siteId, requestId, services } = call;
  const kind = listItemKind(list.id);
  const date = services.now();
  const writing = { writer: callWriter(requestId), importId: null, date: date.toISOString() };
  const keyed = items.map((item) => ({ item, key: keyOf(kind, item) }));
  const keys = keyed.map(({ key }) => key);
  const found = await findRecords(services.store, siteId, keys);

  const touched = new Map<string, Touched>();
  const results = keyed.map(({ item, key }, at) => {
    const match = matchOf(touched, found[at] ?? [], key);
    const id = match?.record.id ?? orderedId(date, `${siteId} ${requestId}`, at);
    const one = match ?? { record: newRecord({ kind, id }, fieldsOf(item), writing), before: undefined, key };
    touched.set(id, one);
    if (match && hasCode(item)) retitle(match, item, writing);
    return { one, created: !match };
  });

  if (!(await claimNew(services.store, siteId, [...touched.values()]))) return undefined;
  const written = [...touched.values()].filter(({ record, before }) => record !== before);
  return {
    writes: written.map(({ record, before }) => ({ record, replaces: before ?? null })),
    replaced: written.flatMap(({ before }) => before ?? []),
    required: [list],
    entries: written.flatMap(unclaimedEntries),
    answer: results.map(({ one, created }) => ({ id: one.record.id, title: titleOf(one.record), created })),
  };
}

/** The entries that a record lacks: what it was claimed by is there already. */
const unclaimedEntries = ({ record, before, key }: Touched): LookupEntry[] =>
  newEntries(record, before, anyUse).filter(
    (entry) => before !== undefined || keyText(entry.key) !== keyText(key),
  );

const hasCode = ({ code }: Item): boolean => code !== undefined && code.trim() !== '';

/** An item is matched by its code, or by its title if it has no code. */
function keyOf(kind: Kind, item: Item): LookupKey {
  const key = hasCode(item) ? lookupKey(kind, 'code', item.code) : lookupKey(kind, 'title', item.title);
  if (key) return key;
  throw new ApiError('invalid_request', 'items: expected a title that is not blank.');
}

const fieldsOf = ({ title, code }: Item): Fields =>
  applied({}, changesOf(listItemFields, { title, code: code ?? null }));

const titleOf = ({ fields }: StoredRecord): string => String(fields['title'] ?? '');

/** The oldest matching record, including the changes of earlier items. */
function matchOf(
  touched: ReadonlyMap<string, Touched>,
  found: readonly StoredRecord[],
  key: LookupKey,
): Touched | undefined {
  const stored = found
    .filter(({ id }) => !touched.has(id))
    .map((record): Touched => ({ record, before: record, key }));
  return [...stored, ...touched.values()]
    .filter(({ record }) => matchesKey(record, key))
    .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1))[0];
}

function retitle(touched: Touched, { title }: Item, writing: Writing): void {
  const { record, before } = touched;
  if (titleOf(record) === title) return;
  const fields = applied(record.fields, { title });
  touched.record = before ? nextVersion(before, { fields }, writing) : { ...record, fields };
}

/** Claims the new items and takes the ids of the claims. False when one of them exists by now. */
async function claimNew(store: Store, siteId: string, touched: readonly Touched[]): Promise<boolean> {
  const created = touched.filter(({ before }) => !before);
  const wanted = created.map(({ key, record }) => ({ key, id: record.id }));
  const claims = await claimValues(store, siteId, wanted);
  const ids = new Set<string>();
  for (const [one, claim] of zip(created, claims)) {
    if (claim.kind === 'taken') return false;
    const { key, record } = one;
    // Two values may have claims with the same unused id. Only one record can have it.
    const id = ids.has(claim.id)
      ? await store.lookups.reclaim(siteId, { key, id: record.id }, claim.id)
      : claim.id;
    if (ids.has(id)) return false;
    ids.add(id);
    one.record = { ...record, id };
  }
  return true;
}
