import { importSchema, limits, matchingValue, type Collection, type ImportSchema } from '@sluice/contract';
import type { Ledger, Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import type * as z from 'zod';
import { batchObjects, recordSetsSchema, type BatchObject } from '../run-objects.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Finds, for batches that are read one after another, the records of earlier steps that each names, as they are sent before it. */
export type EarlierRecords = (bodies: readonly string[]) => Promise<BatchObject['before'][]>;

interface Services {
  readonly ledger: Pick<Ledger, 'batches'>;
  readonly files: Pick<Files, 'get'>;
}

/** What a step would write, with all that finds it. References of its own were checked in its own dry run. */
interface Earlier {
  /** In order of steps, files and rows. */
  readonly place: number;
  readonly schema: string;
  readonly lookup: string;
  readonly fields: Fields;
}

const objectsAtOnce = 8;

/**
 * The records that the earlier steps of a migration's dry run would have written, by the values that find them. A dry run
 * writes nothing, so a later step sends along those that it names. Undefined without earlier steps. Each call reads them all and
 * keeps what its batches name, so that memory depends on these batches alone.
 */
export function earlierRecords(
  { migration }: Pick<Run, 'migration'>,
  services: Services,
): EarlierRecords | undefined {
  const { after } = migration ?? {};
  if (after === undefined) return undefined;
  return async (bodies) => {
    const batches = bodies.map(namedIn);
    const named = createNamed(batches.flatMap(({ keys }) => [...keys]));
    for (const runId of after) await seeRun(runId, { named, ...services });
    return batches.map((batch) => beforeOf(batch, named.found));
  };
}

async function seeRun(
  runId: string,
  { named, ledger, files }: Services & { readonly named: Named },
): Promise<void> {
  const batches = await ledger.batches(runId);
  for (let from = 0; from < batches.length; from += objectsAtOnce) {
    const objects = await Promise.all(
      batches
        .slice(from, from + objectsAtOnce)
        .map((batch) => batchObjects.records.read({ ...batch, batch: batch.number }, files)),
    );
    for (const object of objects) for (const set of object ? setsOf(object.body) : []) named.see(set);
  }
}

type RecordSet = z.infer<typeof recordSetsSchema>[number];
type Named = ReturnType<typeof createNamed>;

/** Two records with one value make it ambiguous; more show nothing else. */
const sharing = 2;

/** Keeps of the records that pass by what finds those with one of the values: of two for each value, at most. */
export function createNamed(keys: Iterable<string>) {
  const found = new Map<string, Earlier[]>();
  for (const key of keys) found.set(key, []);
  let place = 0;
  return {
    found: found as ReadonlyMap<string, readonly Earlier[]>,
    see: ({ schema: name, lookup, records }: RecordSet): void => {
      const schema = importSchema(name);
      if (schema === undefined) return;
      for (const record of records) {
        place += 1;
        const sharers = keysOf(record, schema).flatMap((key) => {
          const some = found.get(key);
          return some === undefined || some.length === sharing ? [] : [some];
        });
        if (sharers.length === 0) continue;
        const earlier = { place, schema: name, lookup, fields: identityOf(record, schema) };
        for (const some of sharers) some.push(earlier);
      }
    },
  };
}

const setsOf = (body: string) => recordSetsSchema.parse(JSON.parse(body));

/** The values of a record that may find it. */
function keysOf(record: Fields, { collection, fields, lookups }: ImportSchema): string[] {
  return lookups.flatMap((field) => keyOf({ collection, field, value: record[field] }, fields[field]) ?? []);
}

interface Key {
  readonly collection: Collection;
  readonly field: string;
  readonly value: unknown;
}

function keyOf(
  { collection, field, value }: Key,
  spec: ImportSchema['fields'][string] | undefined,
): string | undefined {
  const matching = spec === undefined || value === undefined ? '' : matchingValue(spec, value);
  return matching === '' ? undefined : JSON.stringify([collection, field, matching]);
}

/** Without all that nothing refers to: it is not checked again. */
function identityOf(record: Fields, { lookups, required }: ImportSchema): Fields {
  const kept = new Set([...lookups, ...required, 'deleted']);
  return Object.fromEntries(Object.entries(record).filter(([field]) => kept.has(field)));
}

interface Batch {
  /** The values by which its records name others. */
  readonly keys: ReadonlySet<string>;
  readonly records: number;
}

function namedIn(body: string): Batch {
  const keys = new Set<string>();
  let count = 0;
  for (const { schema: name, lookup, records } of setsOf(body)) {
    const schema = importSchema(name);
    count += records.length;
    if (schema !== undefined) for (const key of keysNamedBy(records, { schema, lookup })) keys.add(key);
  }
  return { keys, records: count };
}

function beforeOf({ keys, records }: Batch, byValue: Named['found']): BatchObject['before'] {
  const found = new Set([...keys].flatMap((key) => byValue.get(key) ?? []));
  const fitting = [...found]
    .toSorted((one, other) => one.place - other.place)
    .slice(0, limits.importRecords - records);
  if (fitting.length === 0) return undefined;
  const groups = Map.groupBy(fitting, ({ schema, lookup }) => JSON.stringify({ schema, lookup }));
  const earlierSets = [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ schema, lookup }) => ({ schema, lookup, records: group.map(({ fields }) => fields) })),
  );
  return { body: JSON.stringify(earlierSets), records: fitting.length };
}

/** The values by which records name others: their references, the lookup of the record itself, and the list of an item. */
function keysNamedBy(
  records: readonly Fields[],
  { schema, lookup }: { readonly schema: ImportSchema; readonly lookup: string },
): Set<string> {
  const keys = new Set<string>();
  const add = (key: Key) => {
    const target = targets.get(key.collection);
    const found = target && keyOf(key, target.fields[key.field]);
    if (found !== undefined) keys.add(found);
  };
  const references = Object.entries(schema.fields).flatMap(
    ([field, { refersTo, refersBy, refersAlsoBy = [] }]) =>
      refersTo === undefined
        ? []
        : [{ field, refersTo, by: refersBy === undefined ? refersAlsoBy : [refersBy, ...refersAlsoBy] }],
  );
  if (schema.listName !== undefined) add({ collection: 'list', field: 'name', value: schema.listName });
  for (const record of records) {
    add({ collection: schema.collection, field: lookup, value: record[lookup] });
    for (const { field, refersTo, by } of references)
      for (const value of [record[field] ?? []].flat())
        for (const each of by) add({ collection: refersTo, field: each, value });
  }
  return keys;
}

/** One schema of each collection, for the fields that find its records. */
const targets = new Map(
  ['client', 'role', 'list', 'ListItem.any', 'interestAccount', 'issue'].flatMap((name) => {
    const schema = importSchema(name);
    return schema === undefined ? [] : [[schema.collection, schema] as const];
  }),
);
