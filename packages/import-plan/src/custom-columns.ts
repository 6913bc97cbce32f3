import { customizableSchemas, fieldNamed, foldName, type ImportSchema } from '@sluice/contract';
import type { Profile } from './profile.ts';

/** What a profile writes before the title (or the id) of a field that the site has added to its schema. */
const prefix = 'customfields.';

const titleOf = (name: string): string | undefined =>
  name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length).trim() : undefined;

/** A record is filled name by name, and this name would not hold its value. */
const isHostile = (title: string): boolean => title === '__proto__';

/** The field that a setting names: one of the schema, or `customFields.<title>`. */
export function fieldOfSetting(schema: ImportSchema, name: string): string | undefined {
  return fieldNamed(schema, titleOf(name) ?? name);
}

/**
 * The schema, with the site's own fields that the profile names. Their types are the site's business, which a plan does
 * not ask: their cells travel as the texts that they are, and the service reads and checks them in the dry run.
 */
export function customSchema(
  schema: ImportSchema,
  { columns, constants, blanks }: Profile,
): { readonly schema: ImportSchema; readonly refusal?: string } {
  const named = [...Object.values(columns), ...Object.keys(constants), ...Object.keys(blanks)];
  const titles = [...new Set(named.flatMap((name) => titleOf(name) ?? []))];
  if (titles.length === 0) return { schema };
  if (!customizableSchemas.some((name) => name === schema.collection)) {
    return { schema, refusal: `only ${customizableSchemas.join(' and ')} have custom fields` };
  }
  const own = titles.find((title) => foldName(title) === '' || fieldNamed(schema, title) || isHostile(title));
  if (own !== undefined) {
    return { schema, refusal: `it names customFields.${own}, which cannot be the title of a custom field` };
  }
  const added = Object.fromEntries(titles.map((title) => [title, { type: 'text' } as const]));
  return { schema: { ...schema, fields: { ...schema.fields, ...added } } };
}
