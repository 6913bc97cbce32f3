import {
  customizableSchemas,
  fieldNamed,
  foldName,
  importSchema,
  type FieldSpec,
  type ImportSchema,
} from '@sluice/contract';
import { fieldsOf, type Profile } from './profile.ts';

/** The prefix in a profile before the title or id of a custom field of the site. */
const prefix = 'customfields.';

/** The header of a column for a custom field, which every drop reads without a profile. */
export const customHeader = (title: string): string => `customFields.${title}`;

const titleOf = (name: string): string | undefined =>
  name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length).trim() : undefined;

const undeclared: FieldSpec = { type: 'text', undeclared: true };

/** A record cannot have a value under this name. */
const isHostile = (title: string): boolean => title === '__proto__';

/** The field that a setting names: one of the schema, or `customFields.<title>`. */
export function fieldOfSetting(schema: ImportSchema, name: string): string | undefined {
  return fieldNamed(schema, titleOf(name) ?? name);
}

/**
 * The schema with the site's custom fields that the profile names. A plan does not know their types, so their cells are sent as
 * text, and the service reads and checks them in the dry run. Where the profile states the format of dates or numbers, cells that
 * have it are read here.
 */
export function customSchema(
  schema: ImportSchema,
  profile: Profile,
): { readonly schema: ImportSchema; readonly refusal?: string } {
  const { columns, join, transforms, compute, fromFile, constants, blanks } = profile;
  const [dates, numbers] = [settingNames(profile, 'dates'), settingNames(profile, 'decimals')];
  const named = [
    ...Object.values(columns).flatMap(fieldsOf),
    ...Object.keys(join),
    ...Object.keys(transforms),
    ...Object.keys(compute),
    ...Object.keys(fromFile),
    ...Object.keys(constants),
    ...Object.keys(blanks),
    ...dates,
    ...numbers,
  ];
  const titles = [...new Set(named.flatMap((name) => titleOf(name) ?? []))];
  if (titles.length === 0) return { schema };
  if (!isCustomizable(schema)) {
    return { schema, refusal: `only ${customizableSchemas.join(' and ')} have custom fields` };
  }
  const own = titles.find((title) => !isTitle(schema, title));
  if (own !== undefined) {
    return { schema, refusal: `it names customFields.${own}, which cannot be the title of a custom field` };
  }
  const isOf = (names: readonly string[], title: string) => names.some((name) => titleOf(name) === title);
  const specOf = (title: string): FieldSpec =>
    isOf(dates, title) ? { type: 'date' } : isOf(numbers, title) ? { type: 'number' } : undeclared;
  const added = Object.fromEntries(titles.map((title) => [title, specOf(title)]));
  return { schema: { ...schema, fields: { ...schema.fields, ...added } } };
}

export const isCustomizable = ({ collection }: ImportSchema): boolean =>
  customizableSchemas.some((name) => name === collection);

/** Whether a custom field may have this title beside the fields of the schema. */
const isTitle = (schema: ImportSchema, title: string): boolean =>
  foldName(title) !== '' && fieldNamed(schema, title) === undefined && !isHostile(title);

/** The settings that decide what a header means. */
interface Headed {
  readonly schema: ImportSchema;
  /** The fields of a folded header. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly ignored: ReadonlySet<string>;
  readonly also: readonly unknown[];
}

/**
 * The settings with the custom fields that the sheet itself names, by headers such as `customFields.Colour`. What the profile does
 * with a column stays; where a row becomes several records, only the profile knows whose field it is.
 */
export function withCustomHeaders<T extends Headed>(settings: T, header: readonly string[]): T {
  const { schema, columns, ignored, also } = settings;
  if (!isCustomizable(schema) || also.length > 0) return settings;
  const own = importSchema(schema.name) ?? schema;
  const named = header.flatMap((name) => {
    const [folded, title] = [foldName(name), titleOf(name.trim())];
    if (title === undefined || !isTitle(own, title) || columns.has(folded) || ignored.has(folded)) return [];
    // The profile may have declared its type.
    return [{ folded, field: fieldNamed(schema, title) ?? title }];
  });
  if (named.length === 0) return settings;
  const texts = Object.fromEntries(named.map(({ field }) => [field, undeclared]));
  return {
    ...settings,
    schema: { ...schema, fields: { ...texts, ...schema.fields } },
    columns: new Map([...columns, ...named.map(({ folded, field }) => [folded, [field]] as const)]),
  };
}

/** The names in `dates` or `decimals`, with columns replaced by their fields. */
function settingNames(profile: Profile, setting: 'dates' | 'decimals'): string[] {
  const ways = profile[setting];
  const fields = new Map(
    Object.entries(profile.columns).map(([header, names]) => [foldName(header), fieldsOf(names)]),
  );
  return typeof ways === 'string'
    ? []
    : Object.keys(ways).flatMap((name) => fields.get(foldName(name)) ?? name);
}
