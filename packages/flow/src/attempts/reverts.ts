import type { UndoCounts } from '@sluice/ledger';
import * as z from 'zod';

export const undoOutcomes = ['reversed', 'kept', 'failed'] as const;

/** The outcome for one record of an import that was undone; `number` counts the records of the request from 1. */
export const undoneRecordSchema = z.object({
  number: z.int(),
  id: z.string(),
  outcome: z.enum(undoOutcomes),
  reason: z.string().optional(),
  /** Of docs/reasons.md; another server may have none. */
  code: z.string().optional(),
});
export type UndoneRecord = Readonly<z.infer<typeof undoneRecordSchema>>;

export type Reverted =
  /** Under way, or there was no answer: ask again. */
  | { readonly kind: 'awaited' }
  /** With its records, in the order of its request. */
  | { readonly kind: 'reverted'; readonly counts: UndoCounts; readonly records: readonly UndoneRecord[] }
  /** The server's message may quote a cell, so only the report shows it. */
  | { readonly kind: 'refused'; readonly message: string };

/** Undoes imports, which a server may offer beyond the interface. */
export interface Reverts {
  /**
   * Requests the undo of an import, unless it was requested since this time (ISO 8601), and answers its state. An import with
   * other values than those of this hash is not undone.
   */
  revert(importId: string, since: string, valuesSha256?: string): Promise<Reverted>;
}
