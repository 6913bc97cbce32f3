import type { RowProblem } from '../plan/plan-types.ts';
import { isRagged } from './ragged.ts';

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
    if (fixedWidth !== undefined)
      return { row, expected: `goes on after character ${fixedWidth}, the sum of the widths` };
    const expected = `${width} cells, as many as the header has; this row has ${cells.length}`;
    const difference = Math.abs(cells.length - width);
    const isTried = tried < most.rows && width <= most.cells && difference <= most.difference;
    if (!isTried) return { row, expected };
    tried += 1;
    const ways = waysToRead(cells, header).filter((way) => fits(way.cells));
    return { row, expected: expected + waysText(ways.map(({ how }) => how)) };
  };
}

/** The number of cells that a ragged row has by this reason, or undefined in any other reason. */
export function widthIn(reason: string): number | undefined {
  const cells = /\d cells, as many as the header has; this row has (\d{1,9})/.exec(reason)?.[1];
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
    how: `cells ${numbers} are one, "${name}"`,
  };
}

function withBlanks(cells: readonly string[], at: number, names: readonly string[]): Way {
  return {
    cells: [...cells.slice(0, at), ...names.map(() => ''), ...cells.slice(at)],
    how: `${names.map((name) => `"${name}"`).join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing`,
  };
}

/** Another delimiter, or none but a space. */
function split(cells: readonly string[], at: number, header: readonly string[]): Way[] {
  const parts = (cells[at] ?? '').split(/[,;|\t ]/u);
  if (parts.length !== 2 || parts.includes('')) return [];
  return [
    {
      cells: [...cells.slice(0, at), ...parts, ...cells.slice(at + 1)],
      how: `cell ${at + 1} is two, "${header[at]}" and "${header[at + 1]}"`,
    },
  ];
}

function waysText(ways: readonly string[]): string {
  const [first, second] = ways;
  if (first === undefined) return '';
  if (second === undefined) return `, which fit if ${first}`;
  return `, which fit in ${ways.length} ways: ${first}; or ${second}${ways.length > 2 ? '; …' : ''}`;
}
