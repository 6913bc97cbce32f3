import type * as z from 'zod';

export type Permission = 'read' | 'write';

/** One row of the table: what a request holds besides the common fields, and an answer besides `ok` and `meta`. */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly input: I;
  readonly output: O;
  readonly permission: Permission;
  /** Set where a success is not the envelope but the bytes of a file. */
  readonly answers?: 'file';
  /** What it does, for a reader of the OpenAPI document: the first sentence is its title. */
  readonly about: string;
  readonly example: z.input<I>;
}

export function operation<I extends z.ZodObject, O extends z.ZodObject>(
  row: Operation<I, O>,
): Operation<I, O> {
  return row;
}
