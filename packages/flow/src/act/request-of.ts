import { shapeProblems } from '@sluice/contract';
import { failure, type HttpResponse } from '@sluice/aws-kit/handlers';
import type * as z from 'zod';

/** What was sent in a query or body, or the refusal, which states each thing that is wrong with it. */
export function requestOf<S extends z.ZodType>(
  schema: S,
  sent: unknown,
): { readonly data: z.output<S> } | { readonly refused: HttpResponse } {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { data: parsed.data };
  const problems = shapeProblems({ schema, json: sent }, parsed.error.issues);
  return { refused: failure(400, 'invalid_request', problems.join('; ')) };
}
