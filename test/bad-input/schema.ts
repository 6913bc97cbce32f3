import { apiVersions, importSchema, inputOf, inputSchema, type OperationName } from '@sluice/contract';
import { z } from 'zod';

/** As much of JSON Schema as the operations use. */
const schemaSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  get anyOf(): z.ZodOptional<z.ZodArray<typeof schemaSchema>> {
    return z.array(schemaSchema).optional();
  },
  enum: z.array(z.unknown()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get items(): z.ZodOptional<typeof schemaSchema> {
    return schemaSchema.optional();
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof schemaSchema>> {
    return z.record(z.string(), schemaSchema).optional();
  },
  required: z.array(z.string()).optional(),
  additionalProperties: z.boolean().optional(),
});
export type Schema = z.infer<typeof schemaSchema>;

const jsonSchema = (schema: z.ZodType): Schema =>
  schemaSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

const commonProperties: Readonly<Record<string, Schema>> = {
  apiKey: {},
  apiSecret: {},
  apiVersion: { type: 'string', enum: [...apiVersions] },
  endpointId: { type: 'string', minLength: 1 },
};

/** What a body of the operation may be. Its checks beyond that, such as of formats, are not in it. */
export function bodySchema(operation: OperationName): Schema {
  const own = jsonSchema(inputSchema(operation));
  return { ...own, properties: { ...own.properties, ...commonProperties } };
}

/** What a record of an import may be, when it is found by the lookup. */
export function recordSchema(name: string, lookup: string): Schema {
  const schema = importSchema(name);
  if (!schema) throw new TypeError(`There is no schema ${name}.`);
  const { fields, required } = schema;
  const properties = Object.entries(fields)
    .filter(([name]) => name !== 'id' || lookup === 'id')
    .map(([name, spec]): [string, Schema] => {
      const input = jsonSchema(inputOf(spec));
      const isFirm = name === lookup || required.includes(name) || spec.required === true;
      return [name, isFirm ? input : { anyOf: [input, { type: 'null' }] }];
    });
  return {
    ...{ type: 'object', required: [lookup], additionalProperties: false },
    properties: Object.fromEntries(properties),
  };
}

/** False when no service of this schema could take the value. True may still be refused. */
export function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf && !schema.anyOf.some((each) => fits(each, value))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (typeof value === 'number') return within(value, schema.minimum, schema.maximum);
  if (Array.isArray(value)) return fitsList(schema, value);
  return typeof value !== 'object' || value === null || fitsObject(schema, value);
}

const within = (value: number, least = -Infinity, most = Infinity): boolean =>
  value >= least && value <= most;

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function fitsText({ minLength, maxLength, pattern }: Schema, text: string): boolean {
  const isFormed = pattern === undefined || new RegExp(pattern, 'u').test(text);
  // Characters, as JSON Schema counts them: one beyond the first plane is one.
  return within(Array.from(text).length, minLength, maxLength) && isFormed;
}

function fitsList({ items, minItems, maxItems }: Schema, list: readonly unknown[]): boolean {
  return within(list.length, minItems, maxItems) && (!items || list.every((each) => fits(items, each)));
}

function fitsObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: object,
): boolean {
  if (required.some((name) => !Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, each]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property ? fits(property, each) : additionalProperties !== false;
  });
}
