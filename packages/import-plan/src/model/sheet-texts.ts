/** What all cells of a sheet show about its text. */
export interface SheetTexts {
  /** By the place of the column. */
  readonly repairs: ReadonlyMap<number, (cell: string) => string>;
  readonly notes: readonly string[];
}
