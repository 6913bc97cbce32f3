import { importSchema, limits, matchingValue, type Collection, type ImportSchema } from '@sluice/contract';
import { parallel } from '@sluice/parallel';
import type { Ledger, Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { batchObjects, recordSetsSchema, type BatchObject } from '../run-objects.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Finds the records of earlier steps that the records of a batch name, as they are sent before the batch. */
export type EarlierRecords = (body: string) => BatchObject['before'];

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
 * writes nothing, so a later step sends along those that it names.
 */
export async function earlierRecords(
  { migration }: Pick<Run, 'migration'>,
  { ledger, files }: Services,
): Promise<EarlierRecords | undefined> {
  if (migration?.after === undefined) return undefined;
  const byValue = new Map<string, Earlier[]>();
  let place = 0;
  for (const runId of migration.after) {
    const batches = await ledger.batches(runId);
    const objects: (BatchObject | undefined)[] = [];
    const reading = parallel(objectsAtOnce);
    for (const [at, batch] of batches.entries())
      await reading.begin(async () => {
        objects[at] = await batchObjects.records.read({ ...batch, batch: batch.number }, files);
      });
    await reading.end();
    for (const { schema: name, lookup, records } of objects.flatMap((object) =>
      object ? setsOf(object.body) : [],
    )) {
      const schema = importSchema(name);
      if (schema === undefined) continue;
      for (const record of records) {
        place += 1;
        const earlier = { place, schema: name, lookup, fields: identityOf(record, schema) };
        for (const key of keysOf(record, schema))
          byValue.set(key, [...(byValue.get(key) ?? []), earlier].slice(0, sharing));
      }
    }
  }
  return (body) => beforeOf(body, byValue);
}

/** Two records with one value make it ambiguous; more show nothing else. */
const sharing = 2;

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

function beforeOf(body: string, byValue: ReadonlyMap<string, readonly Earlier[]>): BatchObject['before'] {
  const sets = setsOf(body);
  const found = new Set<Earlier>();
  for (const { schema: name, lookup, records } of sets) {
    const schema = importSchema(name);
    if (schema === undefined) continue;
    for (const key of keysNamedBy(records, { schema, lookup }))
      for (const earlier of byValue.get(key) ?? []) found.add(earlier);
  }
  const own = sets.reduce((sum, { records }) => sum + records.length, 0);
  const fitting = [...found]
    .toSorted((one, other) => one.place - other.place)
    .slice(0, limits.importRecords - own);
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
