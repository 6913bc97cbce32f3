import * as z from 'zod';
import { selectableNames } from '../fields/derive.ts';
import type { FieldSpec, FieldTable } from '../fields/field-spec.ts';
import { isUnclearNumber, valueOfText } from '../fields/text-values.ts';
import { isEmpty } from '../fields/values.ts';
import { foldName } from '../wire/fold.ts';
import { interestAccountFields } from '../resources/interest-account.ts';
import { issueFields } from '../resources/issue.ts';
import type { CustomField } from '../wire/shapes.ts';

/** The schemas to which a site can add fields: those whose records answer `customFields`. */
export const customizableSchemas = ['interestAccount', 'issue'] as const;
export type CustomizableSchema = (typeof customizableSchemas)[number];

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;

/** A field that a site has added to a schema. Its type never changes, so stored values stay valid. */
export const customFieldDefinition = z.object({
  id: z.string(),
  schema: z.enum(customizableSchemas),
  /** The name that people use. Its folded form is unique among the fields in use of a schema. */
  title: z.string(),
  type: z.enum(customFieldTypes),
  /** Only for a choice. */
  options: z.array(z.string()).optional(),
  /** Imports and answers ignore it. Stored values are kept. */
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

/** Why a field of a schema cannot have a title, in words that follow `expected`; undefined when it can. */
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

/** Finds the field in use that a request or a header names, by its id or its folded title. */
export function customFieldNamed(
  definitions: readonly CustomFieldDefinition[],
  name: string,
): CustomFieldDefinition | undefined {
  return customFieldFinder(definitions)(name);
}

/** The same for many names: each title is folded once. */
export function customFieldFinder(definitions: readonly CustomFieldDefinition[]) {
  const used = definitions.filter(({ retired }) => !retired).toReversed();
  const byId = new Map(used.map((field) => [field.id, field]));
  const byTitle = new Map(used.map((field) => [foldName(field.title), field]));
  return (name: string): CustomFieldDefinition | undefined => byId.get(name) ?? byTitle.get(foldName(name));
}

/** The value that a request sends for the field. Texts are converted, since a sheet holds only texts; a blank one clears it. */
export function customFieldValue(definition: CustomFieldDefinition, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (isEmpty(sent)) return null;
  // `3.000` is three thousand in half of the world. As a number of JSON it is clear.
  const isUnclear = definition.type === 'number' && isUnclearNumber(sent);
  return isUnclear ? sent : valueOfText(customFieldSpec(definition), sent);
}

/** The answer for a value: its text. Undefined for an empty value; a flag that was never set is false. */
export function customFieldAnswer(
  { id, title, type }: CustomFieldDefinition,
  value: unknown,
): CustomField | undefined {
  if (type === 'boolean') return { id, title, text: String(value === true) };
  if (isEmpty(value)) return undefined;
  const text = String(value);
  return { id, title, text: type === 'date' ? text.replace(/T00:00:00\.000Z$/u, '') : text };
}
