import { apiVersions, importSchema, inputOf, inputSchema, type OperationName } from '@sluice/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';

type Limit = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

/** As much of JSON Schema as the wrong values are made from. */
export interface Schema extends Partial<Readonly<Record<Limit, number>>> {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const jsonSchema = (schema: z.ZodType): Schema => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return made as Schema;
};

const commonProperties: Readonly<Record<string, Schema>> = {
  apiKey: {},
  apiSecret: {},
  apiVersion: jsonSchema(z.enum(apiVersions)),
  endpointId: { type: 'string', minLength: 1 },
};

/** The schema of a body of the operation, without checks such as formats. */
export function bodySchema(operation: OperationName): Schema {
  const own = jsonSchema(inputSchema(operation));
  return { ...own, properties: { ...own.properties, ...commonProperties } };
}

/** The schema of an imported record with this lookup. */
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

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** False when no service of this schema could take the value. True may still be refused. */
export const fits = (schema: Schema, value: unknown): boolean => ajv.validate(schema, value);
