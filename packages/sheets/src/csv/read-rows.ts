import type { SheetLimits } from '../limits.ts';
import type { SheetRow } from '../sheet.ts';
import { faultError, type Piece } from '../text/decode-blocks.ts';
import { isBlankRow } from './blank-row.ts';
import { checkCells, checkUnfinished, quoteError, tooManyRows } from './row-limits.ts';
import { tokenizer, type Dialect, type Tokens } from './tokenize.ts';

export interface RowSource {
  readonly pieces: AsyncIterable<Piece>;
  readonly dialect: Dialect;
  readonly limits: SheetLimits;
}

/**
 * Rows in chunks of about one block, blank ones left out and counted. Each piece is read only when the rows
 * before it are taken: a slow consumer slows the source.
 */
export async function* readRows({
  pieces,
  dialect,
  limits,
}: RowSource): AsyncGenerator<SheetRow[], void, void> {
  const tokenize = tokenizer(dialect);
  let unfinished = '';
  let read = 0;
  for await (const piece of pieces) {
    const text = unfinished + piece.text;
    const tokens = tokenize(text, piece.last && piece.fault === undefined);
    yield numbered(tokens, { read, text, limits });
    if (tokens.fault !== undefined) throw quoteError(tokens.fault, read + tokens.fault.index + 1);
    read += tokens.rows.length;
    if (piece.fault !== undefined) throw faultError(piece.fault, read + 1);
    unfinished = text.slice(tokens.length);
    checkUnfinished(unfinished, read + 1, limits);
  }
}

interface Chunk {
  /** The number of the last row before these. */
  readonly read: number;
  readonly text: string;
  readonly limits: SheetLimits;
}

/** The rows up to a fault. */
function numbered({ rows, fault }: Tokens, { read, text, limits }: Chunk): SheetRow[] {
  const sound = fault === undefined ? rows : rows.slice(0, fault.index);
  if (read + sound.length > limits.rows) throw tooManyRows(limits.rows);
  const chunk: SheetRow[] = [];
  for (const [index, cells] of sound.entries()) {
    if (isBlankRow(cells)) continue;
    const number = read + index + 1;
    // No cell can be longer than all of the text.
    if (cells.length > limits.columns || text.length > limits.cellCharacters)
      checkCells(cells, number, limits);
    chunk.push({ number, cells });
  }
  return chunk;
}
