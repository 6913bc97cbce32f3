import * as z from 'zod';

export type Json = z.core.util.JSONType;

export const actions = ['create', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

const isoDate = z.iso.datetime({ offset: true, error: 'expected a date and time in ISO 8601' });

/** One changed document. Unknown fields and `__proto__` are dropped, so that later versions stay readable. */
export const changeEventSchema = z
  .object({
    action: z.enum(actions),
    /** The kind of document, for example `user`. */
    schema: z.string().min(1),
    docId: z.string().min(1),
    docUpdatedDate: isoDate,
    /** The changed fields with their new values, on `update` alone. */
    diff: z.record(z.string(), z.json()).optional(),
  })
  .refine(({ action, diff }) => (action === 'update') === (diff !== undefined), {
    path: ['diff'],
    error: 'expected the changed fields on update, and none on create and delete',
  });

export type ChangeEvent = Readonly<z.infer<typeof changeEventSchema>>;

/** What is signed. */
export const payloadSchema = z.object({
  /** The time of this attempt, not of the change. */
  date: isoDate,
  events: z.array(changeEventSchema),
});
export type Payload = Readonly<z.infer<typeof payloadSchema>>;
