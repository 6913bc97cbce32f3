import * as z from 'zod';
import { isPlainText } from './formats.ts';
import { limits } from './limits.ts';

export const sorts = ['oldest', 'newest', 'updated'] as const;
export type Sort = (typeof sorts)[number];

/** Ids become keys of a table, which needs well-formed text. */
export const idInput = z
  .string()
  .min(1)
  .max(limits.idLength)
  .refine(isPlainText, 'expected an id, without control characters');

const dateTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const expectedTime =
  'expected an ISO 8601 time, such as 2026-01-31T09:30:00.000Z, or whole milliseconds since 1970';

/** Milliseconds since 1970, whichever of the two forms came. */
export const timestampInput = z
  .union([dateTime, z.int(expectedTime).min(-8.64e15, expectedTime).max(8.64e15, expectedTime)], expectedTime)
  .transform((time) => (typeof time === 'number' ? time : Date.parse(time)));

export const pagingShape = {
  limit: z
    .int()
    .min(1)
    .max(limits.pageMax)
    .default(limits.pageDefault)
    .describe('The most records of a page, which may hold fewer although there are more.'),
  cursor: z
    .string()
    .min(1)
    .max(limits.cursorLength)
    .optional()
    .describe('The `nextCursor` of the page before, sent with the same filters and sort.'),
  sort: z.enum(sorts).default('newest').describe('`updated`: the most recently updated first.'),
  // Both are strict: a record updated in that very millisecond does not match.
  updatedAfter: timestampInput
    .optional()
    .describe('Only records updated after this time: ISO 8601, or milliseconds since 1970.'),
  updatedBefore: timestampInput
    .optional()
    .describe('Only records updated before this time: ISO 8601, or milliseconds since 1970.'),
};

export const queryInput = z.string().max(limits.queryLength);
export const idsInput = z.array(idInput).max(limits.filterValues);

export function pageOf<T>(item: z.ZodType<T>) {
  return z.object({
    hasMore: z.boolean().describe('Whether there is a next page.'),
    nextCursor: z.string().optional().describe('To be sent as `cursor`; present when there is a next page.'),
    items: z.array(item),
  });
}
