import { foldName, nearHint, type ImportSchema } from '@sluice/contract';
import type { DateOrder } from '../formats/dates.ts';
import type { DecimalSign } from '../formats/numbers.ts';
import type { Step } from '../transforms/steps.ts';
import { fieldOfSetting } from './custom-columns.ts';
import type { FilePart } from './from-file.ts';
import { fieldsOf, type Profile } from './profile.ts';
import { mappedHeaders } from './records.ts';

export interface StatedJoin {
  readonly field: string;
  /** As the profile writes them. */
  readonly headers: readonly string[];
  readonly with: string;
}

export interface ForColumns<Way> {
  readonly every?: Way | undefined;
  readonly byField: ReadonlyMap<string, Way>;
}

export interface Named {
  readonly columns: Map<string, readonly string[]>;
  readonly joins: readonly StatedJoin[];
  readonly transforms: Map<string, readonly Step[]>;
  readonly fromFile: Map<string, FilePart>;
  readonly constants: Record<string, unknown>;
  readonly cleared: Set<string>;
  readonly dates: ForColumns<DateOrder>;
  readonly decimals: ForColumns<DecimalSign>;
  readonly unknown: string[];
}

/** The field names of a profile as the schema writes them. */
export function nameFields(schema: ImportSchema, profile: Profile): Named {
  const unknown: string[] = [];
  const named = (setting: string, name: string, field = fieldOfSetting(schema, name)): [string] | [] => {
    if (field !== undefined) return [field];
    unknown.push(`${setting} names ${name}, which is no field${nearHint(schema, name)}`);
    return [];
  };
  const once = (setting: string, names: readonly string[], fold: (name: string) => string): void => {
    const seen = new Set<string>();
    for (const name of names) {
      if (seen.has(fold(name))) unknown.push(`${setting} names ${name} twice`);
      seen.add(fold(name));
    }
  };
  once('columns and join', mappedHeaders(profile), foldName);
  for (const [header, names] of Object.entries(profile.columns))
    once(`columns.${header}`, fieldsOf(names), (name) => fieldOfSetting(schema, name) ?? name);
  once('join', Object.keys(profile.join), (name) => fieldOfSetting(schema, name) ?? name);
  once('constants', Object.keys(profile.constants), (name) => fieldOfSetting(schema, name) ?? name);
  const columns = new Map(
    Object.entries(profile.columns).map(([header, names]): [string, readonly string[]] => [
      foldName(header),
      fieldsOf(names).flatMap((name) => named('columns', name)),
    ]),
  );
  const joins = Object.entries(profile.join).flatMap(([name, join]) =>
    named('join', name).map((field) => ({ field, ...partsOf(join) })),
  );
  const constants = Object.fromEntries(
    Object.entries(profile.constants).flatMap(([name, value]) =>
      named('constants', name).map((field): [string, unknown] => [field, value]),
    ),
  );
  const clearing = Object.keys(profile.blanks).filter((name) => profile.blanks[name] === 'clear');
  const ofColumn = (setting: string, name: string): readonly string[] => {
    const meant = ofMapped(name, { schema, columns, profile });
    if (meant.isBoth) unknown.push(`${setting} names ${name}, ${bothOf(name, meant.fields)}`);
    return meant.fields ?? named(setting, name);
  };
  const cleared = new Set(clearing.flatMap((name) => ofColumn('blanks', name)));
  const byField = <Way>(setting: string, ways: Readonly<Record<string, Way>>) => {
    const entries = Object.entries(ways).flatMap(([name, way]) =>
      ofColumn(setting, name).map((field): [string, Way] => [field, way]),
    );
    once(
      setting,
      entries.map(([field]) => field),
      (field) => field,
    );
    return { byField: new Map(entries) };
  };
  const every = <Way>(way: Way) => ({ every: way, byField: new Map<string, Way>() });
  const dates = typeof profile.dates === 'string' ? every(profile.dates) : byField('dates', profile.dates);
  const decimals =
    typeof profile.decimals === 'string' ? every(profile.decimals) : byField('decimals', profile.decimals);
  const transforms = byField('transforms', profile.transforms).byField;
  const fromFile = byField('fromFile', profile.fromFile).byField;
  return { columns, joins, transforms, fromFile, constants, cleared, dates, decimals, unknown };
}

function partsOf(join: Profile['join'][string]): Pick<StatedJoin, 'headers' | 'with'> {
  return Array.isArray(join) ? { headers: join, with: ' ' } : { headers: join.columns, with: join.with };
}

/**
 * The fields of a mapped column that a setting names. A name as the profile writes the column is the column, and any other that is
 * exactly that of a field is the field.
 */
function ofMapped(
  name: string,
  { schema, columns, profile }: Pick<Named, 'columns'> & { schema: ImportSchema; profile: Profile },
): { readonly fields?: readonly string[]; readonly isBoth: boolean } {
  const fields = columns.get(foldName(name));
  const isField = fieldOfSetting(schema, name) === name;
  const isColumn = Object.hasOwn(profile.columns, name);
  if (fields === undefined || (isField && !isColumn)) return { isBoth: false };
  return { fields, isBoth: isField && (fields.length !== 1 || fields[0] !== name) };
}

function bothOf(name: string, fields: readonly string[] = []): string {
  const becomes = fields.join(' and ');
  return `which is a field, and a column that becomes ${becomes}: write the column as "${name.toUpperCase()}" to tell them apart`;
}
