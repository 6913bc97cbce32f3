import * as z from 'zod';

const refusalSchema = z.object({ error: z.object({ message: z.string(), code: z.string().optional() }) });

/** The sentence of a refusal, as every function of ours answers it; undefined when the answer is none. */
export const refusalReason = (answer: unknown): string | undefined =>
  refusalSchema.safeParse(answer).data?.error.message;

/** Whether what was named does not exist. */
export const isNotFound = (answer: unknown): boolean =>
  refusalSchema.safeParse(answer).data?.error.code === 'not_found';
