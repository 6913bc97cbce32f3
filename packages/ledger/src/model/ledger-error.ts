export type LedgerErrorCode =
  /** There is no such run or submission. */
  | 'not_found'
  /** The batch is in the ledger already, with other bytes: the reading was not deterministic (invariant 14). */
  | 'batch_differs'
  /** A real submission was asked for without a successful dry run of the same bytes (invariant 5). */
  | 'dry_run_missing'
  /** The table was too busy, or out of reach, in all tries. The request may have had its effect. */
  | 'busy'
  /** This version cannot read a stored item. */
  | 'item_unreadable'
  /** The history does not replay (invariant 10). */
  | 'history_broken';

/** Its message has only ids and codes, so that it may be logged. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
