import type { UndoCounts } from '@sluice/ledger';

export const undoOutcomes = ['reversed', 'kept', 'failed'] as const;

/** What became of one record of an import that was undone; `number` counts the records of the request from 1. */
export interface UndoneRecord {
  readonly number: number;
  readonly id: string;
  readonly outcome: (typeof undoOutcomes)[number];
  readonly reason?: string | undefined;
}

export type Reverted =
  /** On its way, or nobody answered: to be asked again. */
  | { readonly kind: 'awaited' }
  | { readonly kind: 'reverted'; readonly counts: UndoCounts }
  /** The server's own words, which may quote a cell: for the report alone. */
  | { readonly kind: 'refused'; readonly message: string };

/** What a server has beyond the interface: it undoes its imports. */
export interface Reverts {
  /** Asks for an import to be undone, unless that was asked for since this time (ISO 8601); says how far it is. */
  revert(importId: string, since: string): Promise<Reverted>;
  /** Of an import that was undone, in the order of its request. */
  records(importId: string): AsyncIterable<UndoneRecord>;
}
