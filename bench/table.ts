export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Notes below the table that explain its figures. */
  readonly notes?: readonly string[];
}

/** Markdown, with the figures to the right. */
export function markdown({ title, head, rows, notes = [] }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = head.map((_, at) => (isFigures(rows, at) ? '---:' : '---'));
  const below = notes.length === 0 ? [] : ['', notes.join(' ')];
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ...below, ''].join('\n');
}

const isFigures = (rows: Table['rows'], at: number): boolean =>
  rows.every((row) => /^(?:–|[\d.,].*)?$/.test(row[at] ?? ''));

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Rounds to as many digits as are reliable. */
export function short(value: number): string {
  if (Number.isInteger(value) || value >= 100) return count(value);
  return String(Number(value.toFixed(value < 10 ? 2 : 1)));
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const times = (ratio: number): string => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–');
