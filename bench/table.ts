export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know of the figures. */
  readonly notes?: readonly string[];
}

/** For a terminal: columns under one another, figures to the right. */
export function readable({ title, head, rows, notes = [] }: Table): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        isFigures(rows, at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [title, '', line(head), ...rows.map(line), ...notes.map((note) => `  ${note}`), ''].join('\n');
}

/** For a document in Markdown. */
export function markdown({ title, head, rows, notes = [] }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = head.map((_, at) => (isFigures(rows, at) ? '---:' : '---'));
  const below = notes.length === 0 ? [] : ['', notes.join(' ')];
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ...below, ''].join('\n');
}

const isFigures = (rows: Table['rows'], at: number): boolean =>
  rows.every((row) => /^(–|[\d.,]+.*)?$/.test(row[at] ?? ''));
