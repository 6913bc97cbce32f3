import type { Store } from '@sluice/data-access';

export interface Watched {
  readonly store: Store;
  /** What was written since it was last emptied, except the `invalid` import of a refusal. */
  readonly writes: string[];
  content(): Promise<string>;
}

export function watched({ records, lookups, imports, ...rest }: Store): Watched {
  const writes: string[] = [];
  const seen = new Map<string, { siteId: string; kind: string; id: string }>();
  const note = (siteId: string, wanted: Parameters<Store['records']['write']>[1]): void => {
    for (const { record } of wanted) seen.set(`${siteId} ${record.kind} ${record.id}`, { siteId, ...record });
    writes.push(`${wanted.length} records`);
  };
  const store: Store = {
    ...rest,
    records: {
      ...records,
      write: (siteId, wanted) => {
        note(siteId, wanted);
        return records.write(siteId, wanted);
      },
      writeTogether: (siteId, wanted, required) => {
        note(siteId, wanted);
        return records.writeTogether(siteId, wanted, required);
      },
    },
    lookups: {
      ...lookups,
      claim: async (siteId, entries) => {
        writes.push(`${entries.length} claims`);
        return lookups.claim(siteId, entries);
      },
      reclaim: async (siteId, entry, from) => {
        writes.push('a claim');
        return lookups.reclaim(siteId, entry, from);
      },
      add: async (siteId, entries) => {
        writes.push(`${entries.length} entries`);
        return lookups.add(siteId, entries);
      },
    },
    imports: {
      ...imports,
      create: async (item) => {
        if (item.state !== 'invalid') writes.push(`an import that is ${item.state}`);
        return imports.create(item);
      },
    },
  };
  const content = async (): Promise<string> => {
    const found = await Promise.all([...seen.values()].map(({ siteId, ...ref }) => records.get(siteId, ref)));
    return JSON.stringify(found);
  };
  return { store, writes, content };
}
