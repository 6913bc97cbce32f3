import * as z from 'zod';
import { folded } from './record.ts';

/** What a request to erase says, in each half of the product. */
export const eraseInput = {
  /** A value that identifies the record, such as its e-mail address. */
  record: z
    .string()
    .max(500)
    .refine((value) => folded(value).length >= 3, 'expected at least 3 characters'),
  /** Random text. Who has it can prove which record was erased. */
  receipt: z.string().min(16).max(100),
  dryRun: z.boolean().default(false),
};

/** How long a call goes on before it answers with a cursor. The gateway waits for 29 seconds, and a large file may take most of it. */
export const erasingMs = 5_000;
