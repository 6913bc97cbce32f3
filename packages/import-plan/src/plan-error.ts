import type { Reason, wholeSheetReasons } from '@sluice/contract';

export type PlanErrorCode = keyof typeof wholeSheetReasons;

/** How many columns a message names: a transposed sheet has thousands. */
export const columnsNamed = 20;

/** The sheet as a whole does not fit the settings. The message is for the person whose sheet it is; logs get the code. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
  readonly code: PlanErrorCode;
  /** The headers in question, as written. */
  readonly columns: readonly string[];
  /** The first of the columns. */
  readonly column: string | undefined;

  constructor({ code, says }: Reason & { readonly code: PlanErrorCode }, columns: readonly string[] = []) {
    super(says);
    this.code = code;
    this.columns = columns;
    this.column = columns[0];
  }
}
