import { z } from 'zod';
import type { Head } from './verify-run.ts';

/** An item as it is stored, whether or not it can be read, to compare it with its history. */
export const storedItemSchema = z.object({
  /** The subject that its key names. */
  subject: z.string(),
  /** All that is stored but that key. */
  fields: z.record(z.string(), z.unknown()),
});
export type StoredItem = Readonly<z.infer<typeof storedItemSchema>>;

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
