import * as z from 'zod';
import { $ZodCheckMaxLength } from 'zod/v4/core';
import { limits } from './limits.ts';

export interface TooLong {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Fields that a request may have besides those of its schema, since a refusal names some of them. */
const unknownFields = 100;

/**
 * Finds a list or an object that is too long, without reading its entries. A schema alone would first check them all, and each
 * wrong entry costs memory and time.
 */
export function tooLong(schema: z.ZodType, value: unknown): TooLong | undefined {
  return lengthsOf(schema, value, { path: [], seen: { entries: 0 } });
}

interface Place {
  readonly path: readonly PropertyKey[];
  readonly seen: { entries: number };
}

function lengthsOf(schema: unknown, value: unknown, { path, seen }: Place): TooLong | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const maximum = longestOf(inner);
    if (value.length > maximum) return { path, message: `expected at most ${maximum} entries` };
    seen.entries += value.length;
    if (seen.entries > limits.entries)
      return { path: [], message: `expected at most ${limits.entries} entries in all lists together` };
    for (const [at, entry] of value.entries()) {
      const found = lengthsOf(inner.element, entry, { path: [...path, at], seen });
      if (found) return found;
    }
  } else if (inner instanceof z.ZodObject && !Array.isArray(value)) {
    const most = Object.keys(inner.shape).length + unknownFields;
    if (Object.keys(value).length > most) return { path, message: `expected at most ${most} fields` };
    for (const [name, entry] of Object.entries(value)) {
      const field = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
      const found = field && lengthsOf(field, entry, { path: [...path, name], seen });
      if (found) return found;
    }
  }
  return undefined;
}

function longestOf({ def }: z.ZodArray): number {
  const limited = (def.checks ?? []).map((check) =>
    check instanceof $ZodCheckMaxLength ? check._zod.def.maximum : Infinity,
  );
  return Math.min(...limited);
}

/** The schema of what was sent, without what makes it optional or changes it afterwards. */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
