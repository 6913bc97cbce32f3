import { z } from 'zod';
import type { Site } from './site.ts';

export const actions = ['created', 'updated', 'unchanged'] as const;
export type Action = (typeof actions)[number];

type Values = Readonly<Record<string, unknown>>;

/** One way by which records of one kind are written. */
export interface WriteCase {
  readonly kind: string;
  readonly by: string;
  /** What an update changes, where that makes a difference. */
  readonly change: string;
  /** In a request at most. */
  readonly most: number;
  /** Record `n`, as it is created and as it is changed. */
  readonly record: (n: number) => Values;
  readonly changed: (n: number) => Values;
  /** Writes them in one request, and answers their ids. */
  readonly write: (site: Site, records: readonly Values[], ids: readonly string[]) => Promise<string[]>;
  readonly before?: (site: Site) => Promise<unknown>;
}

const importBy =
  (schema: string, lookup: string): WriteCase['write'] =>
  (site, records, ids) => {
    // What has an id by now and changes its name is found by its id.
    const isRenamed = lookup === 'id' && ids.length > 0;
    const found = isRenamed ? records.map((record, at) => ({ id: ids[at], ...record })) : records;
    return site.importAll([
      { schema, lookup: lookup === 'id' && !isRenamed ? 'name' : lookup, records: found },
    ]);
  };

const saved = z.object({ users: z.array(z.object({ id: z.string() })) });
const kept = z.object({ items: z.array(z.object({ id: z.string() })) });
const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

const user = (n: number): Values => ({
  name: `Ada Okafor ${n}`,
  email: `ada-${n}@bench.example`,
  langCode: 'de',
});
const town = (n: number): Values => ({ title: `Town ${n}`, code: `T${n}` });
const newList = (name: string) => (site: Site) =>
  site.importAll([{ schema: 'list', lookup: 'name', records: [{ name }] }]);

export const writeCases: readonly WriteCase[] = [
  {
    kind: 'user',
    by: 'import, by e-mail',
    change: 'a phone',
    most: 10_000,
    record: user,
    changed: (n) => ({ email: `ada-${n}@bench.example`, cellPhone: `0170 ${n}` }),
    write: importBy('client', 'email'),
  },
  {
    kind: 'user',
    by: 'saveUsers',
    change: 'a phone',
    most: 100,
    record: (n) => ({ name: `Bela Novak ${n}`, email: `bela-${n}@bench.example`, langCode: 'de' }),
    changed: (n) => ({ cellPhone: `0170 ${n}` }),
    write: async (site, users, ids) => {
      const named = users.map((values, at) => ({ ...(ids[at] !== undefined && { id: ids[at] }), ...values }));
      return idsOf(saved.parse(await site.call('saveUsers', { users: named })).users);
    },
  },
  {
    kind: 'interestAccount',
    by: 'import, by owner number',
    change: 'an address',
    most: 10_000,
    record: (n) => ({ name: `Account ${n}`, ownerNumber: `O-${n}`, email: `owner-${n}@bench.example` }),
    changed: (n) => ({ ownerNumber: `O-${n}`, address: `${n} Long Lane` }),
    write: importBy('interestAccount', 'ownerNumber'),
  },
  {
    kind: 'issue',
    by: 'import, by identifier',
    change: 'its due date',
    most: 10_000,
    record: (n) => ({ identifier: `I-${n}`, title: `A question about account ${n}`, open: true }),
    changed: (n) => ({ identifier: `I-${n}`, dueDate: '2030-01-31' }),
    write: importBy('issue', 'identifier'),
  },
  {
    kind: 'role',
    by: 'import, by name or id',
    change: 'its name',
    most: 10_000,
    record: (n) => ({ name: `Role ${n}` }),
    changed: (n) => ({ name: `Renamed role ${n}` }),
    write: importBy('role', 'id'),
  },
  {
    kind: 'list',
    by: 'import, by name or id',
    change: 'its name',
    most: 10_000,
    record: (n) => ({ name: `List ${n}` }),
    changed: (n) => ({ name: `Renamed list ${n}` }),
    write: importBy('list', 'id'),
  },
  {
    kind: 'listItem',
    by: 'import, by code',
    change: 'its title',
    most: 10_000,
    before: newList('Towns'),
    record: town,
    changed: (n) => ({ code: `T${n}`, title: `New town ${n}` }),
    write: importBy('ListItem.Towns', 'code'),
  },
  {
    kind: 'listItem',
    by: 'createListItems',
    change: 'its title',
    most: 99,
    before: newList('Places'),
    record: town,
    changed: (n) => ({ code: `T${n}`, title: `New town ${n}` }),
    write: async (site, items) =>
      idsOf(kept.parse(await site.call('createListItems', { listId: 'Places', items })).items),
  },
];
