export type PlanErrorCode =
  | 'no_rows'
  | 'no_known_column'
  | 'unknown_columns'
  | 'missing_columns'
  | 'twin_columns'
  | 'constant_column'
  | 'id_column'
  | 'lookup_column';

interface PlanErrorFacts {
  readonly code: PlanErrorCode;
  /** What is wrong, and what to do instead: without the point at their ends. */
  readonly what: string;
  readonly instead: string;
  /** The headers in question, as written. */
  readonly columns?: readonly string[];
}

/** How many columns a message names: a transposed sheet has thousands. */
export const columnsNamed = 20;

/** The sheet as a whole does not fit the settings. The message is for the person whose sheet it is; logs get the code. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
  readonly code: PlanErrorCode;
  readonly columns: readonly string[];
  /** The first of the columns. */
  readonly column: string | undefined;

  constructor({ code, what, instead, columns = [] }: PlanErrorFacts) {
    super(`${what}. ${instead}.`);
    this.code = code;
    this.columns = columns;
    this.column = columns[0];
  }
}
