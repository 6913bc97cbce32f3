import { z } from 'zod';
import { selectableNames } from './fields/derive.ts';
import type { FieldSpec, FieldTable } from './fields/field-spec.ts';
import { valueOfText } from './fields/text-values.ts';
import { isEmpty } from './fields/values.ts';
import { foldName } from './fold.ts';
import { interestAccountFields } from './resources/interest-account.ts';
import { issueFields } from './resources/issue.ts';
import type { CustomField } from './shapes.ts';

/** The schemas to which a site can add fields: those whose records answer `customFields`. */
export const customizableSchemas = ['interestAccount', 'issue'] as const;
export type CustomizableSchema = (typeof customizableSchemas)[number];

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;

/** A field that a site has added to a schema. Its type never changes, so that a stored value stays a right one. */
export const customFieldDefinition = z.object({
  id: z.string(),
  schema: z.enum(customizableSchemas),
  /** How people name it; no two of a schema that are in use fold to the same name. */
  title: z.string(),
  type: z.enum(customFieldTypes),
  /** Only for a choice. */
  options: z.array(z.string()).optional(),
  /** No longer imported or answered; what records hold of it is kept. */
  retired: z.boolean(),
});
export type CustomFieldDefinition = z.infer<typeof customFieldDefinition>;

export function customFieldSpec({ type, options }: CustomFieldDefinition): FieldSpec {
  return options === undefined ? { type } : { type, values: options };
}

const fieldsOf: Record<CustomizableSchema, FieldTable> = {
  interestAccount: interestAccountFields,
  issue: issueFields,
};

/** Why a field of a schema cannot bear a title, in words that end `expected …`; undefined when it can. */
export function titleRefusal(
  title: string,
  schema: CustomizableSchema,
  others: readonly CustomFieldDefinition[],
): string | undefined {
  const folded = foldName(title);
  if (folded === '') return 'a title with letters or digits';
  const own = [...selectableNames(fieldsOf[schema]), 'deleted'].find((name) => foldName(name) === folded);
  if (own !== undefined) return `a title other than the name of the field ${own}, which every ${schema} has`;
  const twin = customFieldNamed(
    others.filter((other) => other.schema === schema),
    title,
  );
  return twin && `a title other than that of the field ${twin.id}`;
}

/** The field that a request or a header names, by id or by title as headers are read. One that is retired has no name. */
export function customFieldNamed(
  definitions: readonly CustomFieldDefinition[],
  name: string,
): CustomFieldDefinition | undefined {
  const folded = foldName(name);
  const used = definitions.filter(({ retired }) => !retired);
  return used.find(({ id }) => id === name) ?? used.find(({ title }) => foldName(title) === folded);
}

/** What a request sends, as a value of the field: sheets hold texts, and who fills one may not know the field's type. */
export function customFieldValue(definition: CustomFieldDefinition, sent: unknown): unknown {
  return typeof sent === 'string' ? valueOfText(customFieldSpec(definition), sent) : sent;
}

/** As it is answered: the value as text. Undefined for what holds none; a flag that was never set is false, as elsewhere. */
export function customFieldAnswer(
  { id, title, type }: CustomFieldDefinition,
  value: unknown,
): CustomField | undefined {
  if (type === 'boolean') return { id, title, text: String(value === true) };
  if (isEmpty(value)) return undefined;
  const text = String(value);
  return { id, title, text: type === 'date' ? text.replace(/T00:00:00\.000Z$/u, '') : text };
}
