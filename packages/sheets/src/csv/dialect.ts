/** The delimiters that are tried for every file. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** How a text file separates its cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
  readonly quote: '"' | "'";
  /**
   * What escapes a quote inside quotes: another quote, or also a backslash. `database`: no cell is in quotes, `\N` is a blank cell,
   * and tabs and line breaks are `\t` and `\n`, as COPY of PostgreSQL and clients of MySQL write.
   */
  readonly escape: 'doubled' | 'backslash' | 'database';
  /** Whether spaces before an opening quote are layout: `"a", "b"`. */
  readonly spaced: boolean;
}

/** RFC 4180 with any delimiter, which papaparse reads. */
export function isPlain({ quote, escape, spaced }: Dialect): boolean {
  return quote === '"' && escape === 'doubled' && !spaced;
}
