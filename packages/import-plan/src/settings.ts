import {
  checkRecord,
  fieldNamed,
  foldName,
  importSchema,
  lookupNamed,
  type ImportSchema,
} from '@sluice/contract';
import { customSchema, fieldOfSetting } from './custom-columns.ts';
import type { InboxPlace } from './inbox-key.ts';
import { inboxRule, schemaNames } from './inbox-rule.ts';
import { nearHint } from './near-names.ts';
import { profileSchema, type Profile } from './profile.ts';

/** Everything, besides the bytes, that decides what is sent. */
export interface Settings {
  readonly schema: ImportSchema;
  /** A field of the schema. */
  readonly lookup: string;
  /** Field by folded header, where the names do not match by themselves. */
  readonly columns: ReadonlyMap<string, string>;
  /** Values that every record gets, by field. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** The fields that a blank cell clears; in all others it keeps what is stored. */
  readonly cleared: ReadonlySet<string>;
  readonly unknownColumns: 'stop' | 'ignore';
  readonly invalidRows: 'stop';
  readonly batchRecords: number;
  /** Of the JSON of the record sets. */
  readonly batchBytes: number;
  readonly emails?: readonly string[];
  /** The name of the profile that they come from. */
  readonly profile?: string;
}

export type Resolved =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly reason: string };

const batchBytes = 1024 * 1024;

/** A place that names a profile needs it; without one, there is none of that name. */
export function resolveSettings(place: InboxPlace, profile?: Profile): Resolved {
  if (place.kind === 'refused') return place;
  if (place.kind === 'direct') {
    return resolve(profileSchema.parse({ schema: place.schema, lookup: place.lookup }), {});
  }
  if (profile !== undefined) return resolve(profile, { profile: place.profile });
  return refused(`The folder ${place.profile} is neither a schema nor a saved profile. ${inboxRule}`);
}

function resolve(profile: Profile, origin: Pick<Settings, 'profile'>): Resolved {
  const known = importSchema(profile.schema);
  if (known === undefined) {
    return refused(`There is no schema ${profile.schema}. Expected one of: ${schemaNames}.`);
  }
  const lookup = lookupNamed(known, profile.lookup) ?? foldedLookup(known, profile.lookup);
  if (lookup === undefined) {
    const lookups = known.lookups.join(', ');
    return refused(`A ${known.name} is not found by ${profile.lookup}. Expected one of: ${lookups}.`);
  }
  const own = customSchema(known, profile);
  if (own.refusal !== undefined) return refused(`The profile does not fit ${known.name}: ${own.refusal}.`);
  const { schema } = own;
  const named = nameFields(schema, profile);
  const wrong = [
    ...named.unknown,
    ...constantProblems(schema, lookup, named),
    ...clearProblems(schema, lookup, named),
  ];
  if (wrong.length > 0) return refused(`The profile does not fit ${schema.name}: ${wrong.join('; ')}.`);
  const { columns, constants, cleared } = named;
  const { unknownColumns, batchSize: batchRecords, emails } = profile;
  const how = { unknownColumns, invalidRows: 'stop', batchRecords, batchBytes } as const;
  const settings = {
    schema,
    lookup,
    columns,
    constants,
    cleared,
    ...how,
    ...(emails && { emails }),
    ...origin,
  };
  return { kind: 'settings', settings };
}

function foldedLookup(schema: ImportSchema, name: string): string | undefined {
  const field = fieldNamed(schema, name);
  return schema.lookups.find((lookup) => lookup === field);
}

interface Named {
  readonly columns: Map<string, string>;
  readonly constants: Record<string, unknown>;
  readonly cleared: Set<string>;
  readonly unknown: string[];
}

/** The field names of a profile as the schema writes them. */
function nameFields(schema: ImportSchema, profile: Profile): Named {
  const unknown: string[] = [];
  const named = (setting: string, name: string, field = fieldOfSetting(schema, name)): [string] | [] => {
    if (field !== undefined) return [field];
    unknown.push(`${setting} names ${name}, which is no field${nearHint(schema, name)}`);
    return [];
  };
  const columns = new Map(
    Object.entries(profile.columns).flatMap(([header, name]) =>
      named('columns', name).map((field): [string, string] => [foldName(header), field]),
    ),
  );
  const constants = Object.fromEntries(
    Object.entries(profile.constants).flatMap(([name, value]) =>
      named('constants', name).map((field): [string, unknown] => [field, value]),
    ),
  );
  const clearing = Object.keys(profile.blanks).filter((name) => profile.blanks[name] === 'clear');
  const cleared = new Set(
    clearing.flatMap((name) =>
      named('blanks', name, columns.get(foldName(name)) ?? fieldOfSetting(schema, name)),
    ),
  );
  return { columns, constants, cleared, unknown };
}

function constantProblems(schema: ImportSchema, lookup: string, { constants }: Named): string[] {
  const wrong = checkRecord(schema, constants).map(
    ({ field, expected }) => `constants.${field} must be ${expected}`,
  );
  return Object.hasOwn(constants, lookup)
    ? [...wrong, `constants sets ${lookup}, the lookup, which must differ from row to row`]
    : wrong;
}

function clearProblems(schema: ImportSchema, lookup: string, { cleared }: Named): string[] {
  return [...cleared]
    .filter((field) => field === lookup || schema.required.includes(field))
    .map((field) => `blanks clears ${field}, which a record cannot be without`);
}

function refused(reason: string): Resolved {
  return { kind: 'refused', reason };
}
