import * as z from 'zod';

export const count = z.int().nonnegative();

/** A sign of a mistake in rows that are each right. */
const warningSchema = z.object({
  kind: z.string(),
  /** A sentence without a cell value. */
  text: z.string(),
  /** How many rows it is about; an estimate in a long sheet. */
  rows: count,
});

export const readingSchema = z.object({
  rows: count,
  batches: count,
  /** Rows that failed before anything was sent; their reasons are in the files bucket. */
  failed: count,
  /** Byte-equal twins of an earlier row, rows that landed already, and rows that are as they were exported. */
  skipped: count,
  /** Those of them that a result sheet shows to have landed as they are. */
  landedAlready: count.optional(),
  /** Those that are as they were exported. */
  asExported: count.optional(),
  /** Of how many exports it has edited rows, which the dry runs compare with the stored records. */
  exports: count.optional(),
  /** Rows that the profile leaves out. */
  filtered: count.optional(),
  /** How the file was understood, in sentences without a cell value. */
  notes: z.array(z.string()).readonly().optional(),
  warnings: z.array(warningSchema).readonly().optional(),
  /** The share of blank cells of each column, in per cent: later runs of the folder are compared with it. */
  fill: z
    .array(z.object({ header: z.string(), blank: count }))
    .readonly()
    .optional(),
});
export type Reading = Readonly<z.infer<typeof readingSchema>>;

/** A drop that could not be read to its end has no accepted rows, whatever was planned before that. */
export const nothingRead: Reading = { rows: 0, batches: 0, failed: 0, skipped: 0 };
