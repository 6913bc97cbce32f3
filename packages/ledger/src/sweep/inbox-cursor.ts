import * as z from 'zod';

/** The last object version that was listed, in S3's order. */
const inboxPlaceSchema = z.object({ key: z.string(), versionId: z.string().optional() });
export type InboxPlace = Readonly<z.infer<typeof inboxPlaceSchema>>;

/** How far the sweep is in the inbox. S3 lists by key, so one pass over all kept versions may take many sweeps. */
export const inboxCursorSchema = z.object({
  /** Every version that landed before this time was checked in an earlier pass. */
  since: z.iso.datetime(),
  /** The pass under way. */
  pass: z
    .object({
      startedAt: z.iso.datetime(),
      after: inboxPlaceSchema.optional(),
      /** A version could not be checked, so the next pass checks as far back as this one. */
      failed: z.boolean(),
    })
    .optional(),
});
export type InboxCursor = Readonly<z.infer<typeof inboxCursorSchema>>;
