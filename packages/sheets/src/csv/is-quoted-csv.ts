import { scanRow } from './scan-row.ts';

/** Whether the first line is CSV in quotes, such as the header of a result sheet, which has no fixed widths. */
export function isQuotedCsv(text: string, columns: number): boolean {
  const [line = ''] = text.split(/[\r\n]/u, 1);
  const dialect = { delimiter: ',', newline: '\n', quote: '"', escape: 'doubled', spaced: false } as const;
  const row = line.startsWith('"') ? scanRow({ text: line, from: 0, last: true }, dialect) : undefined;
  return row !== undefined && row.fault === undefined && row.cells.length >= columns;
}
