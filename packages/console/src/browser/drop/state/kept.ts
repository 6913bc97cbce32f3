import { uploadSchema } from '../../../api/shapes.ts';
import * as z from 'zod';
import { nameOf } from '../../app/kept-names.ts';

const ruleSchema = z.union([
  z.object({ kind: z.literal('dates'), column: z.int(), order: z.enum(['dmy', 'mdy', 'ymd']) }),
  z.object({ kind: z.literal('value'), column: z.int(), from: z.string(), to: z.string() }),
]);
const correctionSchema = z.union([
  z.object({
    kind: z.literal('cell'),
    row: z.int(),
    column: z.int(),
    from: z.string(),
    to: z.string(),
  }),
  z.object({
    kind: z.literal('shift'),
    row: z.int(),
    column: z.int(),
    by: z.union([z.literal(1), z.literal(-1)]),
  }),
  z.object({ kind: z.literal('group'), rule: ruleSchema }),
]);

/** What this window remembers of a drop, so that nothing is lost when the page is loaded anew. It is gone with the window, or at the sign-out. */
const keptSchema = z.object({
  fileName: z.string(),
  /** Of the file as it was chosen: the same file goes on where this one was. */
  sha256: z.string(),
  folder: z.string(),
  corrections: z.array(correctionSchema),
  upload: z.object({ asked: uploadSchema, uploadId: z.string().optional() }).optional(),
});
export type KeptDrop = z.infer<typeof keptSchema>;

export function keptDrop(corrects?: string): KeptDrop | undefined {
  try {
    return keptSchema.parse(JSON.parse(sessionStorage.getItem(nameOf(corrects)) ?? ''));
  } catch {
    return undefined;
  }
}

export function keepDrop(kept: KeptDrop | undefined, corrects?: string): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(nameOf(corrects));
    else sessionStorage.setItem(nameOf(corrects), JSON.stringify(kept));
  } catch {
    // Full, or forbidden in this browser: the page works without it.
  }
}
