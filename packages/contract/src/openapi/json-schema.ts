import * as z from 'zod';
import { fieldKinds } from '../fields/field-kinds.ts';
import { importedRecord } from '../operations/import.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** The JSON Schema for a schema that checks by code and cannot describe itself. */
type Shown = ReadonlyMap<object, JsonSchema>;

/** The named schemas as JSON Schema; one that is part of another is referred to by its name. */
export function jsonSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
  records: readonly string[] = [],
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const shown: Shown = new Map<object, JsonSchema>([
    [fieldKinds.date.answer, { type: 'string', format: 'date-time' }],
    [importedRecord, { type: 'object', anyOf: records.map((name) => ({ $ref: refTo(name) })) }],
  ]);
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: refTo,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const instead = shown.get(zodSchema);
      if (instead !== undefined) replace(jsonSchema, instead);
      simplify(jsonSchema, io);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

function replace(schema: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, by);
}

function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  // The pattern repeats the format in hundreds of characters.
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern;
  // Every number of ours is exact in JavaScript, so these limits are left out.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (isEmptyOr(schema.propertyNames, 'string')) delete schema.propertyNames;
  // A later version may answer more, and clients must not break.
  const { additionalProperties, properties = {} } = schema;
  const isOpen = isEmptyOr(additionalProperties) && Object.keys(properties).length > 0;
  if (io === 'output' && (isOpen || additionalProperties === false)) delete schema.additionalProperties;
}

/** Whether a part adds nothing, or only a type that is clear anyway. */
function isEmptyOr(part: JsonSchema['additionalProperties'], type?: string): boolean {
  if (typeof part !== 'object') return false;
  return Object.entries(part).every(([key, value]) => key === 'type' && value === type);
}

function bare({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
