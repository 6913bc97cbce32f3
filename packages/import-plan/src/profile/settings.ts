import {
  checkRecord,
  fieldNamed,
  foldName,
  importSchema,
  lookupNamed,
  reasonOf,
  type ImportSchema,
} from '@sluice/contract';
import { computedFields, type ComputedField } from './computed.ts';
import { customSchema } from './custom-columns.ts';
import { fileProblems, valuesOfFile, type DroppedFile } from './from-file.ts';
import { nameFields, type ForColumns, type Named, type StatedJoin } from './named-fields.ts';
import { inboxRule, schemasShown, type InboxPlace } from './inbox-key.ts';
import { refusedFor, type Refused } from './refused.ts';
import type { ApprovalRule } from './guard-rails.ts';
import { profileSchema, type Profile } from './profile.ts';
import type { Expression } from '../expressions/expression.ts';
import { mappedHeaders, recordProblems, recordProfiles, type RecordProfile } from './records.ts';
import { filterProblems, rowSettings, type FilterColumn } from './row-settings.ts';
import type { DateOrder } from '../formats/dates.ts';
import type { DecimalSign } from '../formats/numbers.ts';
import type { Step } from '../transforms/steps.ts';
import { stepProblems } from '../transforms/step-problems.ts';

/** Everything, besides the bytes, that decides what is sent. */
export interface Settings extends Pick<
  Profile,
  'reading' | 'timeZone' | 'unknownColumns' | 'invalidRows' | 'ifChangedSince' | 'emails'
> {
  readonly schema: ImportSchema;
  /** A field of the schema. */
  readonly lookup: string;
  /** Fields by folded header, where the names do not match by themselves. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Columns that are joined to one field. */
  readonly joins: readonly StatedJoin[];
  /** What makes the text of a field from its cell. */
  readonly transforms: ReadonlyMap<string, readonly Step[]>;
  /** The headers in `columns` and `joins` that a sheet must have, as the profile writes them. */
  readonly needed: readonly string[];
  /** Those that it may lack. */
  readonly optional: readonly string[];
  /** The folded headers of columns that are left out. */
  readonly ignored: ReadonlySet<string>;
  /** Which rows are imported; empty if all are. */
  readonly filter: readonly FilterColumn[];
  readonly when?: Expression | undefined;
  /** Fields that expressions make. */
  readonly computed: readonly ComputedField[];
  /** Values that every record gets, by field. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Fields that get the name of the file or folder. */
  readonly fileFields: readonly string[];
  /** The fields that a blank cell clears; in all others it keeps what is stored. */
  readonly cleared: ReadonlySet<string>;
  readonly dates: ForColumns<DateOrder>;
  readonly decimals: ForColumns<DecimalSign>;
  /** When a person must approve what would be written. */
  readonly approvalRule: ApprovalRule;
  /** Of every batch; when absent, as many as suit the file. */
  readonly batchRecords: number | undefined;
  /** The most bytes of the JSON of the record sets. */
  readonly batchBytes: number;
  /** The name of the profile of these settings. */
  readonly profile?: string;
  /** The settings of the further records of a row, in their order; empty if it is one record. */
  readonly also: readonly Settings[];
  /** If a row becomes several records: the folded headers that this one names itself, and those that only others name. */
  readonly own: ReadonlySet<string>;
  readonly elsewhere: ReadonlySet<string>;
}

export type Resolved = { readonly kind: 'settings'; readonly settings: Settings } | Refused;

const batchBytes = 1024 * 1024;

/** For a place with a profile pass the profile; without it, no profile has this name. */
export function resolveSettings(place: InboxPlace, profile?: Profile): Resolved {
  if (place.kind === 'refused') return place;
  if (place.kind === 'direct') {
    return resolve(profileSchema.parse({ schema: place.schema, lookup: place.lookup }), {});
  }
  if (profile?.paused === true) return refusedFor(reasonOf('profile_paused', { profile: place.profile }));
  if (profile !== undefined) return resolve(profile, { profile: place.profile }, place);
  return refusedFor(reasonOf('unknown_folder', { folder: place.profile, rule: inboxRule }));
}

type Origin = Pick<Settings, 'profile'>;

const titleOf = ({ profile }: Origin) => (profile === undefined ? 'The profile' : `The profile "${profile}"`);

const unfit = (origin: Origin, schema: string, wrong: string) =>
  refusedFor(reasonOf('profile_unfit', { profile: titleOf(origin), schema, why: wrong }));

/** Without a file, for all files. */
function resolve(profile: Profile, origin: Origin, file?: DroppedFile): Resolved {
  const wrong = recordProblems(profile);
  if (wrong.length > 0)
    return refusedFor(
      reasonOf('profile_unusable', { profile: titleOf(origin), why: `${wrong.join('; ')}.` }),
    );
  const [first, ...others] = recordProfiles(profile);
  const resolved = resolveRecord(first, origin, file);
  if (resolved.kind === 'refused') return resolved;
  const also: Settings[] = [];
  for (const other of others) {
    const further = resolveRecord(other, origin, file);
    if (further.kind === 'refused') return further;
    also.push(further.settings);
  }
  return { kind: 'settings', settings: { ...resolved.settings, also } };
}

function resolveRecord(
  { profile, own, elsewhere }: RecordProfile,
  origin: Origin,
  file: DroppedFile | undefined,
): Resolved {
  const known = importSchema(profile.schema);
  if (known === undefined) {
    return refusedFor(reasonOf('unknown_schema', { schema: profile.schema, schemas: schemasShown }));
  }
  const lookup = lookupNamed(known, profile.lookup) ?? foldedLookup(known, profile.lookup);
  if (lookup === undefined) {
    const lookups = known.lookups.join(', ');
    return refusedFor(reasonOf('unknown_lookup', { lookup: profile.lookup, schema: known.name, lookups }));
  }
  const { schema, refusal } = customSchema(known, profile);
  if (refusal !== undefined) return unfit(origin, known.name, refusal);
  const named = nameFields(schema, profile);
  const { computed, problems } = computedFields(schema, profile);
  const wrong = [
    ...named.unknown,
    ...columnProblems(profile),
    ...filterProblems(profile.rows),
    ...problems,
    ...constantProblems(schema, lookup, named),
    ...fileProblems(lookup, named),
    ...clearProblems(schema, lookup, named),
    ...typeProblems(schema, named),
    ...stepProblems(schema, named.transforms),
  ];
  if (wrong.length > 0) return unfit(origin, schema.name, wrong.join('; '));
  const { unknown: _none, fromFile, ...fields } = named;
  const given = file?.fileName ? valuesOfFile(file, { schema, ...named }) : { values: {} };
  if ('wrong' in given) return refusedFor(given.wrong);
  const { reading, timeZone, unknownColumns, invalidRows, ifChangedSince, emails } = profile;
  const { approval, guardRails, secondPerson } = profile;
  const settings = {
    schema,
    lookup,
    ...fields,
    constants: { ...named.constants, ...given.values },
    fileFields: [...fromFile.keys()],
    ...headersOf(profile),
    ignored: new Set(profile.ignore.map(foldName)),
    ...rowSettings(profile.rows),
    computed,
    ...{ reading, timeZone, unknownColumns, invalidRows, ifChangedSince, emails },
    approvalRule: { approval, guardRails, secondPerson },
    batchRecords: profile.batchSize,
    batchBytes,
    also: [],
    own,
    elsewhere,
    ...origin,
  };
  return { kind: 'settings', settings };
}

function headersOf(profile: Profile): Pick<Settings, 'needed' | 'optional'> {
  const { optional } = profile;
  const mayLack = new Set(optional.map(foldName));
  return { needed: mappedHeaders(profile).filter((header) => !mayLack.has(foldName(header))), optional };
}

function foldedLookup(schema: ImportSchema, name: string): string | undefined {
  const field = fieldNamed(schema, name);
  return schema.lookups.find((lookup) => lookup === field);
}

function columnProblems(profile: Profile): string[] {
  const mapped = new Set(mappedHeaders(profile).map(foldName));
  return [
    ...profile.optional
      .filter((header) => !mapped.has(foldName(header)))
      .map((header) => `optional names ${header}, which is neither in columns nor in join`),
    ...profile.ignore
      .filter((header) => mapped.has(foldName(header)))
      .map((header) => `ignore names ${header}, which is mapped too`),
  ];
}

function constantProblems(schema: ImportSchema, lookup: string, { constants }: Named): string[] {
  const wrong = checkRecord(schema, constants).map(
    ({ field, says }) => `constants.${field} ${says.replace(/\.$/u, '')}`,
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

interface StatedFormats {
  readonly dates: { readonly byField: ReadonlyMap<string, unknown> };
  readonly decimals: { readonly byField: ReadonlyMap<string, unknown> };
}

/** Dates and decimal signs are stated for fields of these types alone. */
function typeProblems(schema: ImportSchema, { dates, decimals }: StatedFormats): string[] {
  const typeOf = (field: string) => schema.fields[field]?.type ?? 'text';
  const wrong = (field: string, setting: string, expected: string) =>
    `${setting} names ${field}, which is a field of the type ${typeOf(field)}, not ${expected}`;
  return [
    ...[...dates.byField.keys()]
      .filter((field) => typeOf(field) !== 'date')
      .map((field) => wrong(field, 'dates', 'a date')),
    ...[...decimals.byField.keys()]
      .filter((field) => !['number', 'integer'].includes(typeOf(field)))
      .map((field) => wrong(field, 'decimals', 'a number')),
  ];
}
