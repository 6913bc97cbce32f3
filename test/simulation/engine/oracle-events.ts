import type { History, Read, Version } from './history.ts';

/** Each committed change is in an event that was received or is parked: a receiver that follows them has every field as it is. */
export function breachesOfEvents({ sites, events }: History, { chains }: Read): string[] {
  const subscribed = new Set(sites.filter(({ hasWebhook }) => hasWebhook).map(({ siteId }) => siteId));
  const byRecord = Map.groupBy(events, ({ docId }) => docId);
  const found: string[] = [];
  for (const chain of chains.values()) {
    const [first] = chain;
    if (!first || !subscribed.has(first.siteId)) continue;
    const about = byRecord.get(first.record.id) ?? [];
    for (const version of chain) {
      const { record } = version;
      const later = about.filter(({ docUpdatedDate }) => docUpdatedDate >= record.updatedDate);
      const untold = changedFields(version).filter(
        (name) =>
          !later.some(({ diff, action }) => action !== 'update' || !diff || isErased(diff) || name in diff),
      );
      if (later.length === 0 || untold.length > 0)
        found.push(
          `invariant 18: no event tells of ${record.kind} ${record.id} version ${record.version} ${untold.join()}`,
        );
    }
    const last = chain.at(-1)?.record;
    for (const name of last && !last.deleted ? changedEver(chain) : []) {
      const told = about.filter(({ diff }) => diff && (isErased(diff) || name in diff));
      const newest = told.reduce((date, one) => (one.docUpdatedDate > date ? one.docUpdatedDate : date), '');
      const isSo = told.some(
        ({ docUpdatedDate, diff }) =>
          docUpdatedDate === newest && (isErased(diff) || same(diff?.[name], last?.fields[name])),
      );
      if (told.length > 0 && !isSo)
        found.push(
          `invariant 18: the last event of ${name} of ${last?.kind} ${last?.id} tells of another value`,
        );
    }
  }
  return found;
}

function changedFields({ record, before }: Version): string[] {
  if (record.deleted || before === undefined || before.deleted) return [];
  const names = new Set([...Object.keys(record.fields), ...Object.keys(before.fields)]);
  return [...names].filter(
    (name) => JSON.stringify(record.fields[name]) !== JSON.stringify(before.fields[name]),
  );
}

/** The fields that an update changed last. */
function changedEver(chain: readonly Version[]): string[] {
  const names = new Set(chain.flatMap(changedFields));
  const isUpdate = (name: string) => {
    const last = chain.findLast(
      (version) =>
        version.before === undefined || version.before.deleted || changedFields(version).includes(name),
    );
    return last?.before !== undefined && !last.before.deleted;
  };
  return [...names].filter(isUpdate);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** An erase leaves that a record was changed, and not how. */
const isErased = (diff: object = {}): boolean => Object.keys(diff).length === 0;
