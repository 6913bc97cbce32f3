import * as z from 'zod';

/** How far the entries of a field are filled in one shard: up to this id, or to its end. */
const shardFilled = z.object({ after: z.string(), done: z.boolean() });

const filling = z.object({
  /** The version of the item that announced it. Writers registered earlier do not know of it. */
  since: z.number().int(),
  shards: z.array(shardFilled),
  /** The worker that fills it, and when its lease ends. */
  holder: z.string().nullable(),
  leaseUntil: z.string().nullable(),
});
export type Filling = z.infer<typeof filling>;

/**
 * By which lookup fields a site finds its records. A field is named by kind and field: `user email`. One that is in
 * neither list is unused.
 */
export const lookupFields = z.object({
  version: z.number().int(),
  /** Fields whose entries are complete. They stay here for ever. */
  used: z.array(z.string()),
  /** Fields whose entries are being added. */
  filling: z.record(z.string(), filling),
  /** The workers that may be writing records, by their ids. */
  writers: z.record(
    z.string(),
    z.object({
      /** The version of the item with which it registered: what it knows. */
      since: z.number().int(),
      /** When it has surely ended: ISO 8601 with milliseconds. */
      until: z.string(),
    }),
  ),
});
export type LookupFields = Readonly<z.infer<typeof lookupFields>>;

export const noLookupFields: LookupFields = { version: 0, used: [], filling: {}, writers: {} };
