import { z } from 'zod';
import type { Head } from './verify-run.ts';

/** An item as it is stored, whether or not this version can read it: for those who hold it against its history. */
export interface StoredItem {
  /** The subject that its place names. */
  readonly subject: string;
  /** All that is stored but that place. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const storedItemSchema = z.object({
  subject: z.string(),
  fields: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<StoredItem>;

/** A page of the items of a run, as the history API answers it. */
export const storedItemsSchema = z.object({ items: z.array(storedItemSchema), next: z.string().optional() });

/** How far an item says that its history goes; of one that says nothing sensible, as far as nothing does. */
export function headIn({ subject, fields }: StoredItem): Head {
  const { version, head } = fields;
  return {
    subject,
    version: typeof version === 'number' ? version : 0,
    hash: typeof head === 'string' ? head : null,
  };
}
