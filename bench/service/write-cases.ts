import * as z from 'zod';
import type { Site } from './site.ts';

export const actions = ['created', 'updated', 'unchanged'] as const;
export type Action = (typeof actions)[number];

type Values = Readonly<Record<string, unknown>>;

/** One way to write records of one kind. */
export interface WriteCase {
  readonly kind: string;
  readonly by: string;
  /** The fields that an update changes. */
  readonly change: string;
  /** The most records in one request. */
  readonly most: number;
  /** Record `n` when it is created, and after the change. */
  readonly record: (n: number) => Values;
  readonly changed: (n: number) => Values;
  /** Writes records in one request. @returns their ids */
  readonly write: (site: Site, records: readonly Values[], ids: readonly string[]) => Promise<string[]>;
  readonly before?: (site: Site) => Promise<unknown>;
}

const imported = (schema: string, lookup: string): Pick<WriteCase, 'most' | 'write'> => ({
  most: 10_000,
  write: (site, records, ids) => {
    if (lookup !== 'name') return site.importAll([{ schema, lookup, records: [...records] }]);
    // A record that changes its name is found by its id.
    const named = records.map((record, at) => ({ ...(ids[at] !== undefined && { id: ids[at] }), ...record }));
    return site.importAll([{ schema, lookup: ids.length > 0 ? 'id' : 'name', records: named }]);
  },
});

const renamed = (kind: 'role' | 'list'): WriteCase => ({
  kind,
  by: 'import, by name or id',
  change: 'its name',
  record: (n) => ({ name: `${kind} ${n}` }),
  changed: (n) => ({ name: `renamed ${kind} ${n}` }),
  ...imported(kind, 'name'),
});

const listItem = (list: string): Omit<WriteCase, 'by' | 'most' | 'write'> => ({
  kind: 'listItem',
  change: 'its title',
  before: (site) => site.importAll([{ schema: 'list', lookup: 'name', records: [{ name: list }] }]),
  record: (n) => ({ title: `Town ${n}`, code: `T${n}` }),
  changed: (n) => ({ code: `T${n}`, title: `New town ${n}` }),
});

const withIds = z.array(z.object({ id: z.string() }));
const idsOf = (records: unknown): string[] => withIds.parse(records).map(({ id }) => id);

/** Clients with a value in each lookup field, on a site that has looked clients up by these. The case before had fewer. */
const client = (...fields: readonly string[]): WriteCase => {
  const place = `place-${fields.length}`;
  return {
    kind: 'user',
    by: `import, by e-mail; site: ${fields.join(', ')}`,
    change: 'a phone',
    before: (site) =>
      site.importAll(
        fields.map((field) => {
          const before = `before-${place}-${field}@bench.example`;
          return {
            schema: 'client',
            lookup: field,
            records: [{ name: before, email: before, username: before }],
          };
        }),
      ),
    record: (n) => ({
      name: `Ada Okafor of ${place} ${n}`,
      email: `ada-${n}@${place}.example`,
      username: `ada-${place}-${n}`,
      langCode: 'de',
    }),
    changed: (n) => ({ email: `ada-${n}@${place}.example`, cellPhone: `0170 ${n}` }),
    ...imported('client', 'email'),
  };
};

export const writeCases: readonly WriteCase[] = [
  client('email'),
  client('email', 'name'),
  client('email', 'name', 'username'),
  {
    kind: 'user',
    by: 'saveUsers',
    change: 'a phone',
    most: 100,
    record: (n) => ({ name: `Bela Novak ${n}`, email: `bela-${n}@bench.example`, langCode: 'de' }),
    changed: (n) => ({ cellPhone: `0170 ${n}` }),
    write: async (site, users, ids) => {
      const named = users.map((values, at) => ({ ...(ids[at] !== undefined && { id: ids[at] }), ...values }));
      return idsOf((await site.call('saveUsers', { users: named }))['users']);
    },
  },
  {
    kind: 'interestAccount',
    by: 'import, by owner number',
    change: 'an address',
    record: (n) => ({ name: `Account ${n}`, ownerNumber: `O-${n}`, email: `owner-${n}@bench.example` }),
    changed: (n) => ({ ownerNumber: `O-${n}`, address: `${n} Long Lane` }),
    ...imported('interestAccount', 'ownerNumber'),
  },
  {
    kind: 'issue',
    by: 'import, by identifier',
    change: 'its due date',
    record: (n) => ({ identifier: `I-${n}`, title: `A question about account ${n}`, open: true }),
    changed: (n) => ({ identifier: `I-${n}`, dueDate: '2030-01-31' }),
    ...imported('issue', 'identifier'),
  },
  renamed('role'),
  renamed('list'),
  { ...listItem('Towns'), by: 'import, by code', ...imported('ListItem.Towns', 'code') },
  {
    ...listItem('Places'),
    by: 'createListItems',
    most: 99,
    write: async (site, items) =>
      idsOf((await site.call('createListItems', { listId: 'Places', items }))['items']),
  },
];

/** This many clients with the lookup e-mail: new ones, the same with another phone, and those again unchanged. */
export function clients(action: Action, records: number): object[] {
  const all = Array.from({ length: records }, (_, n) => ({
    email: `person-${n}@bench.example`,
    name: `Ada Okafor ${n}`,
    langCode: 'de',
    ...(action !== 'created' && { cellPhone: `0170 ${n}` }),
  }));
  return [{ schema: 'client', lookup: 'email', records: all }];
}

/** Sends a first update, because a process may send it twice until it knows the database's dialect: see TableAccess. */
export async function learnDialect({ importAll }: Pick<Site, 'importAll'>): Promise<void> {
  for (const langCode of ['de', 'en'])
    await importAll([
      {
        schema: 'client',
        lookup: 'email',
        records: [{ email: 'before@bench.example', name: 'Before the bench', langCode }],
      },
    ]);
}
