import { reasonOf, shownValue } from '@sluice/contract';
import type { RowProblem } from '../model/plan-types.ts';
import { isRagged } from '../model/ragged.ts';

/** The most rows and cells for which ways to read them are tried, and the most delimiters that a row has gained or lost. */
const most = { rows: 200, cells: 200, difference: 3 };

/** None of the cells of a ragged row can be trusted. It is not guessed what they are, but named. */
export function raggedReader(
  header: readonly string[],
  fits: (cells: readonly string[]) => boolean,
  fixedWidth?: number,
) {
  const { length: width } = header;
  let tried = 0;
  return (row: number, cells: readonly string[]): RowProblem | undefined => {
    if (!isRagged(cells, width)) return undefined;
    // Text of fixed widths has a cell for each width, so that only more are possible.
    if (fixedWidth !== undefined) return { row, ...reasonOf('beyond_widths', { most: fixedWidth }) };
    const difference = Math.abs(cells.length - width);
    const isTried = tried < most.rows && width <= most.cells && difference <= most.difference;
    if (!isTried) return wrongCells(row, { cells, width, fits: '' });
    tried += 1;
    const ways = waysToRead(cells, header).filter((way) => fits(way.cells));
    return wrongCells(row, { cells, width, fits: waysText(ways.map(({ how }) => how)) });
  };
}

interface Misfit {
  readonly cells: readonly string[];
  readonly width: number;
  readonly fits: string;
}

function wrongCells(row: number, { cells, width, fits }: Misfit): RowProblem {
  const { length: count } = cells;
  return {
    row,
    ...reasonOf('wrong_cells', { cells: `${count} cell${count === 1 ? '' : 's'}`, width, fits }),
  };
}

/** The number of cells that a ragged row has by this reason, or undefined in any other reason. */
export function widthIn(reason: string): number | undefined {
  const cells = /This row has (\d{1,9}) cells?, but the header has \d/u.exec(reason)?.[1];
  return cells === undefined ? undefined : Number(cells);
}

interface Way {
  readonly cells: readonly string[];
  readonly how: string;
}

function waysToRead(cells: readonly string[], header: readonly string[]): Way[] {
  const more = cells.length - header.length;
  if (more > 0) return header.map((name, at) => joined(cells, at, { more, name }));
  const missing = header
    .slice(0, cells.length + 1)
    .map((_, at) => withBlanks(cells, at, header.slice(at, at - more)));
  return more < -1 ? missing : [...missing, ...cells.flatMap((_, at) => split(cells, at, header))];
}

/** A delimiter too many, or a delimiter in a text that has lost its quotes. */
function joined(
  cells: readonly string[],
  at: number,
  { more, name }: { readonly more: number; readonly name: string },
): Way {
  const end = at + more + 1;
  const text = cells
    .slice(at, end)
    .filter((cell) => cell.trim() !== '')
    .join(',');
  const numbers = more === 1 ? `${at + 1} and ${end}` : `${at + 1} to ${end}`;
  return {
    cells: [...cells.slice(0, at), text, ...cells.slice(end)],
    how: `cells ${numbers} are one, ${quoted(name)}`,
  };
}

function withBlanks(cells: readonly string[], at: number, names: readonly string[]): Way {
  return {
    cells: [...cells.slice(0, at), ...names.map(() => ''), ...cells.slice(at)],
    how: `${names.map(quoted).join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing`,
  };
}

/** Another delimiter, or none but a space. */
function split(cells: readonly string[], at: number, header: readonly string[]): Way[] {
  const parts = (cells[at] ?? '').split(/[,;|\t ]/u);
  if (parts.length !== 2 || parts.includes('')) return [];
  return [
    {
      cells: [...cells.slice(0, at), ...parts, ...cells.slice(at + 1)],
      how: `cell ${at + 1} is two, ${quoted(header[at])} and ${quoted(header[at + 1])}`,
    },
  ];
}

const quoted = (name = ''): string => `\`${shownValue(name)}\``;

function waysText([first, second, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  if (second === undefined) return ` It fits if ${first}.`;
  const more =
    others.length === 0 ? '' : `, or in ${others.length} more ${others.length === 1 ? 'way' : 'ways'}`;
  return ` It fits if ${first}. It also fits if ${second}${more}.`;
}
