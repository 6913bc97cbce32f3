import * as z from 'zod';

/** The rendered answer to one field of a form. */
export const answerSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  value: z.unknown().optional(),
});
export type Answer = z.infer<typeof answerSchema>;

export const customFieldSchema = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type CustomField = z.infer<typeof customFieldSchema>;

export const messageSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** ISO 8601. */
  date: z.string(),
  authorId: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export const discussionSchema = z.object({ messages: z.array(messageSchema) });
export type Discussion = z.infer<typeof discussionSchema>;
