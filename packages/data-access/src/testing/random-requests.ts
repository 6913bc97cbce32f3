import fc from 'fast-check';
import type { SiteRecords } from './site-records.ts';

/** Record sets in which `@role 2` means the id of a role, which only the site knows. */
export type Sketch = readonly {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly object[];
}[];

const digit = fc.constantFrom('1', '2', '3');
const phone = fc.option(digit, { nil: null });
const idOf = (kind: string) => fc.nat(3).map((at) => `@${kind} ${at}`);

/** Records with few different values, so that requests touch the same records. */
const of = (lookup: string, values: readonly string[], fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ [lookup]: fc.constantFrom(...values), ...fields }) },
      {
        weight: 1,
        arbitrary: fc.record({ [lookup]: fc.constantFrom(...values), deleted: fc.constant(true) }),
      },
    ),
    { minLength: 1, maxLength: 4, selector: (record) => (record as Record<string, unknown>)[lookup] },
  );

const text = fc.option(fc.constantFrom('red', 'green'), { nil: null });
const sets: Readonly<Record<string, readonly [lookup: string, records: fc.Arbitrary<object[]>]>> = {
  client: [
    'email',
    of('email', ['a@x.org', 'b@x.org', 'c@x.org'], { name: digit, cellPhone: phone, homePhone: phone }),
  ],
  Professional: [
    'email',
    of('email', ['p@x.org', 'q@x.org'], {
      name: digit,
      roleIds: fc.uniqueArray(idOf('role'), { maxLength: 2 }),
    }),
  ],
  role: ['name', of('name', ['Clerk', 'Nurse'], {})],
  list: ['name', of('name', ['Towns', 'Parishes'], {})],
  'ListItem.Towns': ['title', of('title', ['York', 'Bath'], { code: digit })],
  'listitem.PARISHES': ['title', of('title', ['Saint Mary'], { code: text })],
  interestAccount: [
    'ownerNumber',
    of('ownerNumber', ['7', '8'], { name: digit, address: text, Colour: text }),
  ],
  issue: [
    'identifier',
    of('identifier', ['I-1', 'I-2'], {
      title: digit,
      requesterId: idOf('user'),
      Weight: fc.option(fc.nat(3), { nil: null }),
    }),
  ],
};

const randomSet = fc.constantFrom(...Object.keys(sets)).chain((schema) => {
  const [lookup, records] = sets[schema] ?? ['', fc.constant([])];
  return records.map((made) => ({ schema, lookup, records: made }));
});
const renaming = fc
  .uniqueArray(fc.record({ id: idOf('list'), name: fc.constantFrom('Towns', 'Villages') }), {
    minLength: 1,
    maxLength: 1,
  })
  .map((records) => ({ schema: 'list', lookup: 'id', records }));

export const randomRequest: fc.Arbitrary<Sketch> = fc.array(
  fc.oneof({ weight: 8, arbitrary: randomSet }, { weight: 1, arbitrary: renaming }),
  { minLength: 1, maxLength: 4 },
);

/** Records of every schema, so that most random requests touch one. */
export const firstRequest: Sketch = [
  { schema: 'role', lookup: 'name', records: [{ name: 'Clerk' }] },
  {
    schema: 'client',
    lookup: 'email',
    records: [
      { email: 'a@x.org', name: '1' },
      { email: 'b@x.org', name: '2' },
    ],
  },
  { schema: 'list', lookup: 'name', records: [{ name: 'Towns' }, { name: 'Parishes' }] },
  { schema: 'ListItem.Towns', lookup: 'title', records: [{ title: 'York' }] },
  {
    schema: 'interestAccount',
    lookup: 'ownerNumber',
    records: [{ ownerNumber: '7', name: '1', Colour: 'red' }],
  },
  { schema: 'issue', lookup: 'identifier', records: [{ identifier: 'I-1', title: '1', Weight: 1 }] },
];

/** Fills a sketch with ids of the site's records. A kind without records gets an unknown id. */
export function requestFor(sketch: Sketch, records: SiteRecords): object[] {
  const idsOf = (kind: string) =>
    [...records.values()].filter((record) => record.kind === kind && !record.deleted).map(({ id }) => id);
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map(resolved))];
    const [, kind = '', at] = typeof value === 'string' ? (/^@(\w+) (\d+)$/.exec(value) ?? []) : [];
    if (at === undefined) return value;
    const ids = idsOf(kind);
    return ids[Number(at) % Math.max(1, ids.length)] ?? 'unknown';
  };
  return sketch.map((set) => ({
    ...set,
    records: set.records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, resolved(value)])),
    ),
  }));
}
