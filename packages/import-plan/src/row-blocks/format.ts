import { reasonCodes } from '@sluice/contract';
import * as z from 'zod';
import { rowStatuses } from '../result-sheet/row-outcomes.ts';

/** Rows that are packed together, so that a grid reads few bytes for those that it shows. */
export const blockRows = 256;
/** A longer cell is in its row in part, for a grid, and whole in a list behind its block, for a search. */
export const mostCharacters = 4000;
/** A list of long cells is packed once it has so many characters. */
export const listCharacters = 1_000_000;
/** The end of an object: this word, and the bytes of its index and of its classes, as ten digits each. */
export const endWord = 'sluice-rows1';
export const endBytes = endWord.length + 20;
/** Further kinds of reasons are counted with the rows of their status. */
export const mostClasses = 60_000;

const reasonSchema = z.object({
  code: z.enum(reasonCodes),
  name: z.string().optional(),
  value: z.string().optional(),
  says: z.string(),
});

/** How a row of a result ended or would end by a plan, and what an undo did to a record. */
export const packedStatuses = [...rowStatuses, 'reversed', 'kept'] as const;
export type PackedStatus = (typeof packedStatuses)[number];

/** A row as it is packed. */
export const packedRowSchema = z.object({
  /** In the dropped sheet; 0 where it is not known. */
  row: z.int(),
  cells: z.array(z.string()),
  status: z.enum(packedStatuses),
  recordId: z.string().optional(),
  reasons: z.array(reasonSchema).optional(),
});
export type PackedRow = z.infer<typeof packedRowSchema>;

/** What is packed at once: rows of a block, or long cells. */
export const packedListSchema = z.union([z.array(packedRowSchema), z.array(z.string())]);

/** Rows that ended alike: with this status, for reasons of these kinds. */
const classSchema = z.object({
  status: z.enum(packedStatuses),
  /** In a plan, which has a row for each field that is written. */
  field: z.string().optional(),
  reasons: z.array(z.object({ code: z.enum(reasonCodes), name: z.string().optional() })),
  /** The reasons of its first row, as sentences. */
  example: z.string(),
  rows: z.int(),
});
export type RowClass = z.infer<typeof classSchema>;

export const indexSchema = z.object({
  header: z.array(z.string()),
  rows: z.int(),
  /** The packed bytes of each block, which follow one another from the beginning of the object. */
  blocks: z.array(z.int()),
  /** The packed bytes of the lists of long cells behind each block. */
  longCells: z.array(z.array(z.int())),
  /** The number of the first row of each block. */
  firstRows: z.array(z.int()),
  classes: z.array(classSchema),
});
export type RowIndex = z.infer<typeof indexSchema>;
