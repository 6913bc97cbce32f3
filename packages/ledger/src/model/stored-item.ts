import * as z from 'zod';

/** A stored item, readable or not, to compare with its history. */
const storedItemSchema = z.object({
  /** The subject that its key names. */
  subject: z.string(),
  /** All stored fields but the key. */
  fields: z.record(z.string(), z.unknown()),
});
export type StoredItem = Readonly<z.infer<typeof storedItemSchema>>;

/** A page of a run's items in an answer of the history API. */
export const storedItemsSchema = z.object({ items: z.array(storedItemSchema), next: z.string().optional() });
