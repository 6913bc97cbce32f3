import {
  ApiError,
  customFieldTypes,
  customizableSchemas,
  foldName,
  idInput,
  importSchema,
  titleRefusal,
  type CustomFieldDefinition,
  type CustomizableSchema,
} from '@sluice/contract';
import * as z from 'zod';
import { isCustomizable } from '../records/custom-fields.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';

/** Limits, because all fields of a site are one item that many imports and answers read. */
const customFieldLimits = { fields: 100, options: 200, bytes: 64 * 1024 } as const;

const attemptsAtMost = 5;

const siteId = idInput;
/** Both are in the lines of refusals, which they must not break. */
const word = (length: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(length)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'expected a text without control characters');
const title = word(100);

const schema = z.string().min(1);

const options = z
  .array(word(200))
  .min(1)
  .max(customFieldLimits.options)
  .refine(
    (texts) => texts.every(foldName) && new Set(texts.map(foldName)).size === texts.length,
    'expected options with letters or digits, no two of which differ in case, spacing or punctuation only',
  );

/** The type of a field never changes, so stored values stay valid. */
export const declareCustomField = siteOperation({
  does: 'adds a field to the issues or interest accounts of a site',
  input: z
    .strictObject({ siteId, schema, title, type: z.enum(customFieldTypes), options: options.optional() })
    .refine(
      ({ type, options: given }) => (type === 'choice') === (given !== undefined),
      'expected options for a choice, and for nothing else',
    ),
  run: async ({ siteId: site, schema: named, options: given, ...rest }, services) => {
    const id = services.newId();
    const field = {
      id,
      schema: schemaNamed(named),
      ...rest,
      ...(given && { options: given }),
      retired: false,
    };
    await change(site, services, (fields) => {
      refuseTitle(field, fields);
      return [...fields, field];
    });
    return { id };
  },
  concerns: async ({ siteId: site }, services, result) => result && fieldState(site, result.id, services),
});

export const listCustomFields = siteOperation({
  does: 'lists the fields that a site has added, retired ones included',
  input: z.strictObject({ siteId, schema: schema.optional() }),
  run: async ({ siteId: site, schema: named }, services) => {
    const asked = named === undefined ? undefined : schemaNamed(named);
    const { fields } = await services.store.customFields.get(site);
    return { customFields: fields.filter((field) => asked === undefined || field.schema === asked) };
  },
});

/** From now on, imports use the new title. The id stays valid. */
export const renameCustomField = siteOperation({
  does: 'renames a field of a site',
  input: z.strictObject({ siteId, id: idInput, title }),
  run: async ({ siteId: site, id, title: to }, services) => {
    return changeOne(site, id, {
      services,
      to: (field, others) => {
        const renamed = { ...field, title: to };
        refuseTitle(renamed, others);
        return renamed;
      },
    });
  },
  concerns: async ({ siteId: site, id }, services) => fieldState(site, id, services),
});

/** Imports and answers ignore the field from now on. Stored values are kept, and the title is free again. */
export const retireCustomField = siteOperation({
  does: 'retires a field of a site; records keep its values',
  input: z.strictObject({ siteId, id: idInput }),
  run: async ({ siteId: site, id }, services) => {
    return changeOne(site, id, { services, to: (field) => ({ ...field, retired: true }) });
  },
  concerns: async ({ siteId: site, id }, services) => fieldState(site, id, services),
});

const fieldState = async (site: string, id: string, { store }: ControlServices) =>
  (await store.customFields.get(site)).fields.find((field) => field.id === id);

function schemaNamed(name: string): CustomizableSchema {
  const collection = importSchema(name)?.collection ?? '';
  if (isCustomizable(collection)) return collection;
  throw new ApiError('invalid_request', `schema: expected one of: ${customizableSchemas.join(', ')}.`);
}

function refuseTitle(field: CustomFieldDefinition, others: readonly CustomFieldDefinition[]): void {
  const expected = titleRefusal(field.title, field.schema, others);
  if (expected !== undefined) throw new ApiError('invalid_request', `title: expected ${expected}.`);
}

interface ChangeOfOne {
  readonly services: ControlServices;
  readonly to: (
    field: CustomFieldDefinition,
    others: readonly CustomFieldDefinition[],
  ) => CustomFieldDefinition;
}

async function changeOne(site: string, id: string, { services, to }: ChangeOfOne) {
  const fields = await change(site, services, (before) => {
    const found = before.find((field) => field.id === id && !field.retired);
    if (!found) throw new ApiError('not_found', 'id: expected the id of a custom field that is not retired.');
    const others = before.filter((field) => field !== found);
    const changed = to(found, others);
    return before.map((field) => (field === found ? changed : field));
  });
  return { customField: fields.find((field) => field.id === id) };
}

type Change = (fields: readonly CustomFieldDefinition[]) => CustomFieldDefinition[];

/** Changes the stored fields, and tries again when another request changed them meanwhile. */
async function change(site: string, { store }: ControlServices, make: Change) {
  for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1) {
    const { version, fields } = await store.customFields.get(site);
    const changed = make(fields);
    refuseTooMany(changed);
    if (await store.customFields.replace(site, { version: version + 1, fields: changed })) return changed;
  }
  throw new ApiError(
    'server_error',
    'Others kept changing the fields at this moment; send the request again.',
  );
}

function refuseTooMany(fields: readonly CustomFieldDefinition[]): void {
  if (fields.length > customFieldLimits.fields) {
    throw new ApiError('invalid_request', `A site has at most ${customFieldLimits.fields} custom fields.`);
  }
  const bytes = jsonBytes(fields);
  if (bytes > customFieldLimits.bytes) {
    const expected = `at most ${customFieldLimits.bytes} bytes for all fields of a site; these are ${bytes}`;
    throw new ApiError('invalid_request', `options: expected ${expected}.`);
  }
}
