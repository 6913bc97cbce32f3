import {
  customFieldAnswer,
  customFieldSpec,
  customizableSchemas,
  type CustomFieldDefinition,
  type CustomizableSchema,
  type FieldTable,
} from '@sluice/contract';
import type { Services } from '../services.ts';
import type { Kind, StoredRecord } from '../store/record.ts';

/** The stored name of a site's own field. It has the id, because titles change. */
export const customKey = (id: string): string => `custom.${id}`;

export const isCustomizable = (kind: Kind): kind is CustomizableSchema =>
  customizableSchemas.some((schema) => schema === kind);

/** The field table of a site's own fields, under the names in stored records. */
export function customTable(definitions: readonly CustomFieldDefinition[]): FieldTable {
  return Object.fromEntries(definitions.map((each) => [customKey(each.id), customFieldSpec(each)]));
}

/** The site's own fields for an answer that shows them, read strongly; otherwise none. */
export async function customFieldsShown(
  { store }: Pick<Services, 'store'>,
  siteId: string,
  { kind, fields }: { readonly kind: Kind; readonly fields: readonly string[] },
): Promise<readonly CustomFieldDefinition[]> {
  if (!fields.includes('customFields') || !isCustomizable(kind)) return [];
  const declared = await store.customFields.get(siteId);
  return declared.fields.filter(({ schema, retired }) => schema === kind && !retired);
}

/** The record with its `customFields` as the answer shows them, in the order of their declaration. */
export function withCustomFields(
  record: StoredRecord,
  definitions: readonly CustomFieldDefinition[],
): StoredRecord {
  const customFields = definitions.flatMap(
    (definition) => customFieldAnswer(definition, record.fields[customKey(definition.id)]) ?? [],
  );
  return customFields.length === 0 ? record : { ...record, fields: { ...record.fields, customFields } };
}
