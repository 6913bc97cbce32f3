import type picocolors from 'picocolors';
import { stripVTControlCharacters } from 'node:util';

/** Colours text, or leaves it as it is. */
export type Paint = ReturnType<typeof picocolors.createColors>;

/** Lines of aligned columns, two spaces apart, without trailing spaces. Colours have no width. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, widthOf(cell))));
  const pad = (cell: string, at: number): string => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

/**
 * Text from outside, such as a file name, that cannot control the terminal: control characters, and marks that turn the order of
 * what follows, become `�`.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}

/** Text from outside in at most so many characters. */
export function cut(text: string, most: number): string {
  const shown = printable(text);
  return shown.length > most ? `${shown.slice(0, most - 1).toWellFormed()}…` : shown;
}

/**
 * Data as a terminal shows it. Data in a pipe stays as it is, but `read` and `call` print the cells of strangers: on a terminal,
 * only line breaks, tabs and colours remain of what could control it.
 */
export function forTerminal(data: string): string {
  return data.replaceAll(
    /(\u{1b}\[[\d;]*m|\r\n|[\n\t])|[\p{Cc}\p{Bidi_Control}]/gu,
    (_, kept: string | undefined) => kept ?? '\u{FFFD}',
  );
}
