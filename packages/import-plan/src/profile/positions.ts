import * as z from 'zod';
import { sheetLimits, type Position } from '@sluice/sheets';

const character = z.int().min(1).max(sheetLimits.rowCharacters);

const position = z
  .strictObject({
    name: z.string().trim().min(1).optional(),
    start: character,
    length: character.optional(),
    end: character.optional(),
  })
  .refine(
    ({ length, end }) => (length === undefined) !== (end === undefined),
    'write length or end, such as { "name": "Mail", "start": 7, "length": 20 }',
  )
  .refine(({ start, end = start }) => end >= start, 'it ends before it starts');

/** Where columns are in text without delimiters: from left to right, and none within another. With names, there is no header. */
export const positionsSchema = z
  .array(position)
  .min(1)
  .max(1000)
  .superRefine((positions, { addIssue }) => {
    const named = positions.filter(({ name }) => name !== undefined);
    if (named.length > 0 && named.length < positions.length)
      addIssue('write the name of each column, or of none if the first row has the names');
    for (const [at, { start }] of positions.entries()) {
      const end = endOf(positions[at - 1]);
      if (start <= end) addIssue(`entry ${at + 1} starts at ${start}, but entry ${at} ends at ${end}`);
    }
  });

function endOf(position: Position | undefined): number {
  if (position === undefined) return 0;
  const { start, length = 1, end = start + length - 1 } = position;
  return end;
}
