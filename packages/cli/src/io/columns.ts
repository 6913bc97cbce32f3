import type picocolors from 'picocolors';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '@sluice/contract/words';

/** Colours text, or leaves it as it is. */
export type Paint = ReturnType<typeof picocolors.createColors>;

/** Rows of cells. With headings, the first row names the columns. */
interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly hasHeadings: boolean;
}

/** What a command prints for a person: lines, and tables between them. Only `laidOut` knows how wide a terminal is. */
export type Lines = readonly (string | Table)[];

/** Aligned columns, two spaces apart. */
export const inColumns = (rows: Table['rows']): Lines =>
  rows.length === 0 ? [] : [{ rows, hasHeadings: false }];

/** Aligned columns below their names. A column that no row fills is left out. */
export function underHeadings(headings: readonly string[], rows: Table['rows']): Lines {
  const isFilled = (_: string, at: number) => rows.some((row) => row[at] !== '');
  return [{ rows: [headings, ...rows].map((row) => row.filter(isFilled)), hasHeadings: true }];
}

/**
 * The text for a terminal of so many characters; without one there is no limit. Lines break between words, never in a word or in a
 * command, and a table that does not fit has a block of lines for each row.
 */
export function laidOut(lines: Lines, width = Number.POSITIVE_INFINITY): string {
  return lines
    .flatMap((line) => (typeof line === 'string' ? wrapped(line, width) : tableLines(line, width)))
    .join('\n');
}

const gap = '  ';
/** A last column that would be narrower than this is not worth its place. */
const leastRoom = 20;

function tableLines({ rows, hasHeadings }: Table, width: number): string[] {
  const widths = widthsOf(rows);
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, one) => sum + one + gap.length, 0);
  if (before + (widths[last] ?? 0) <= width) return rows.map((row) => aligned(row, widths));
  if (width - before >= leastRoom)
    return rows.flatMap((row) => withRest(row, { widths, before, room: width - before }));
  return hasHeadings ? records(rows, width) : rows.flatMap((row) => filled(row, width));
}

function widthsOf(rows: Table['rows']): number[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, lengthOf(cell))));
  return widths;
}

const aligned = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - lengthOf(cell)))
    .join(gap)
    .trimEnd();

interface Room {
  readonly widths: readonly number[];
  /** Where the last column begins. */
  readonly before: number;
  readonly room: number;
}

/** A row whose last cell has several lines in its column, or lines of its own if a word of it is longer. */
function withRest(row: readonly string[], { widths, before, room }: Room): string[] {
  const last = widths.length - 1;
  const [others, cell = ''] = [row.slice(0, last), row[last]];
  const [first = '', ...more] = wrapped(cell, room);
  if ([first, ...more].some((line) => lengthOf(line) > room))
    return [aligned(others, widths), ...wrapped(indented(cell, indentOf(row) + 2), before + room)];
  return [aligned([...others, first], widths), ...more.map((line) => indented(line, before))];
}

/** The first cell, and the others below it, as many on a line as fit. */
function filled(row: readonly string[], width: number): string[] {
  const [first = '', ...others] = row.filter((cell) => cell.trim() !== '');
  const indent = indentOf(row) + 2;
  const lines: string[] = [];
  for (const cell of others) {
    const longer = `${lines.at(-1) ?? ''}${gap}${cell}`;
    if (lines.length > 0 && lengthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrapped(indented(cell, indent), width));
  }
  return [...wrapped(first, width), ...lines];
}

/** A block of lines for each row: its first cell, and below it each other one with its name. */
function records([headings = [], ...rows]: Table['rows'], width: number): string[] {
  return rows.flatMap((row, at) => {
    const named = row.flatMap((cell, column) =>
      column === 0 || cell === '' ? [] : [[indented(headings[column] ?? '', indentOf(row) + 2), cell]],
    );
    const block = [
      ...wrapped(row[0] ?? '', width),
      ...tableLines({ rows: named, hasHeadings: false }, width),
    ];
    return at === 0 ? block : ['', ...block];
  });
}

const indentOf = ([first = '']: readonly string[]): number => first.length - first.trimStart().length;
const indented = (text: string, by: number): string => `${' '.repeat(by)}${text}`;

/** A command stays whole, so that it can be pasted: up to the backtick after it, or to the end of its line. */
const words = /`npx sluice [^`]*`\S*|npx sluice .*|\S+/gu;

/** Lines of a text that are no longer than that, unless one of its words is. Those after the first are as far in as it, or further. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (lengthOf(line) <= width) return [line];
    const indent = indentOf([line]);
    const lines: string[] = [];
    for (const word of line.match(words) ?? []) {
      const longer = `${lines.at(-1) ?? ''} ${word}`;
      if (lines.length > 0 && lengthOf(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(indented(word, lines.length === 0 || indent === 0 ? indent : indent + 2));
    }
    return lines;
  });
}

function lengthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

/** How wide the terminal is that a stream writes to. There is no limit where it is none, or does not know. */
export const widthOf = (stream?: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number =>
  stream?.isTTY === true && stream.columns > 0 ? stream.columns : Number.POSITIVE_INFINITY;

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
