import { printable } from '@sluice/contract/words';
import { encodingName, SheetError } from '@sluice/sheets';

/** What is wrong with a file. If its encoding is asked for, the first rows as each of them shows them. */
export function problemText(error: Error): string {
  const readings = error instanceof SheetError ? (error.facts.shownAs?.() ?? []) : [];
  const lines = readings.flatMap(({ encoding, rows }) => [
    `  as ${encodingName(encoding)}:`,
    ...rows.map((row) => `    ${printable(row)}`),
  ]);
  return [error.message, ...lines].join('\n');
}
