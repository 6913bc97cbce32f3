import * as z from 'zod';
import type { Item } from './table.ts';

/**
 * The format of the items that this version of the code writes. It increases with a change after which older code must not
 * write an item any more. A new optional field is no such change: older code keeps what it does not know.
 */
export const itemFormat = 1;

/** A newer version of the code wrote the item, in a format that this one does not know. */
export class NewerFormatError extends Error {
  override readonly name = 'NewerFormatError';
  readonly code = 'newer_format';
}

export const inThisFormat = (item: Item): Item => ({ ...item, format: itemFormat });

const formatSchema = z.object({ format: z.int().default(itemFormat) });

/** @throws NewerFormatError */
export function refuseNewerFormat(item: Item): void {
  const { format } = formatSchema.parse(item);
  if (format > itemFormat)
    throw new NewerFormatError(
      `A newer version of Sluice wrote an item in format ${format}; this version knows ${itemFormat}. Deploy the newer one again.`,
    );
}

/**
 * A schema for items that a newer version may have written. At every depth it keeps the fields that it does not know, so that
 * they are still there after this version has written the item.
 */
export function keepUnknown<S extends z.ZodType>(schema: S): S {
  return z.clone(schema, { ...schema.def, ...keptParts(schema) });
}

function keptParts(schema: z.core.$ZodType): object {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, one]) => [name, kept(one)]);
    return { shape: Object.fromEntries(fields), catchall: z.unknown() };
  }
  if (schema instanceof z.ZodArray) return { element: kept(schema.def.element) };
  if (schema instanceof z.ZodUnion) return { options: schema.def.options.map(kept) };
  if (schema instanceof z.ZodRecord) return { valueType: kept(schema.def.valueType) };
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodDefault
  )
    return { innerType: kept(schema.def.innerType) };
  return {};
}

const kept = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodType ? keepUnknown(schema) : schema;
