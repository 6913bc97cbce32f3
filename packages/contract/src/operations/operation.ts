import type { z } from 'zod';

export type Permission = 'read' | 'write';

/** One row of the table: what a request holds besides the common fields, and an answer besides `ok` and `meta`. */
export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  /** What a token needs. */
  readonly permission: Permission;
  /** Set where a success is not the envelope but the bytes of a file. */
  readonly answers?: 'file';
}

export function operation<I extends z.ZodType, O extends z.ZodType>(row: Operation<I, O>): Operation<I, O> {
  return row;
}
