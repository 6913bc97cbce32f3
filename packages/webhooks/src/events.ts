import { z } from 'zod';

export type Json = z.core.util.JSONType;

export const actions = ['create', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

/** One changed document. `diff` holds the changed fields with their new values: on `update` it is there, else it is not. */
export interface ChangeEvent {
  readonly action: Action;
  /** The kind of document, for example `user`. */
  readonly schema: string;
  readonly docId: string;
  /** ISO 8601. */
  readonly docUpdatedDate: string;
  readonly diff?: Readonly<Record<string, Json>> | undefined;
}

/** What is signed. */
export interface Payload {
  /** ISO 8601: the time of this try, not of the change. */
  readonly date: string;
  readonly events: readonly ChangeEvent[];
}

const isoDate = z.iso.datetime({ offset: true, error: 'expected a date and time in ISO 8601' });

/** Fields that a later version adds are left out, so that a receiver outlives them; and so is what is called `__proto__`. */
export const changeEventSchema: z.ZodType<ChangeEvent> = z
  .object({
    action: z.enum(actions),
    schema: z.string().min(1),
    docId: z.string().min(1),
    docUpdatedDate: isoDate,
    diff: z.record(z.string(), z.json()).optional(),
  })
  .refine(({ action, diff }) => (action === 'update') === (diff !== undefined), {
    path: ['diff'],
    error: 'expected the changed fields on update, and none on create and delete',
  });

export const payloadSchema: z.ZodType<Payload> = z.object({
  date: isoDate,
  events: z.array(changeEventSchema),
});
