export type LedgerErrorCode =
  /** There is no such run or submission. */
  | 'not_found'
  /** The batch is in the ledger already, with other bytes: the reading was not deterministic (invariant 14). */
  | 'batch_differs'
  /** A real submission was asked for without a successful dry run of the same bytes (invariant 5). */
  | 'dry_run_missing'
  /** The table stayed too busy, or out of reach, for as long as we try. What was asked may have happened. */
  | 'busy'
  /** A stored item is not what this version writes. */
  | 'item_unreadable'
  /** The history does not replay (invariant 10). */
  | 'history_broken';

/** Its message names ids and codes only, so that it may be logged. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
