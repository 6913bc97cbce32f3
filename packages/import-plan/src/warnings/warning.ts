/** A sign of a mistake in rows that are each right. It stops nothing by itself; a guard rail may count its rows. */
export interface PlanWarning {
  readonly kind: 'sameName' | 'sharedPhone' | 'blankColumn';
  /** A sentence without a cell value. */
  readonly text: string;
  /** How many rows it is about; an estimate in a long sheet. */
  readonly rows: number;
}
