import { checkUnfinished, tooManyRows } from '../model/row-limits.ts';
import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import { faultError, type Piece } from './decode-blocks.ts';
import { unpacked } from './packed.ts';

export interface Line {
  /** From 1; blank lines count. */
  readonly number: number;
  readonly text: string;
}

interface LineSource {
  readonly pieces: AsyncIterable<Piece>;
  readonly limits: SheetLimits;
  readonly onProblem?: ((problem: SheetError) => void) | undefined;
}

/** Lines that are not blank, in chunks of about one block. JSON escapes line breaks, so a line is a record. */
export async function* readLines({
  pieces,
  limits,
  onProblem,
}: LineSource): AsyncGenerator<Line[], void, void> {
  let unfinished = '';
  let read = 0;
  for await (const piece of pieces) {
    for (const fault of piece.faults ?? []) onProblem?.(new SheetError(fault));
    const texts = (unfinished + piece.text).split('\n');
    const textOf = piece.packed ? unpacked : (text: string) => text;
    const complete = piece.last && piece.fault === undefined;
    unfinished = complete ? '' : (texts.pop() ?? '');
    const lines: Line[] = [];
    for (const text of texts) {
      read += 1;
      checkUnfinished(text, read, limits);
      if (text.trim() !== '') lines.push({ number: read, text: textOf(text) });
    }
    if ((lines.at(-1)?.number ?? 0) > limits.rows) throw tooManyRows(limits.rows);
    yield lines;
    if (piece.fault !== undefined) throw faultError(piece.fault, read + 1);
    checkUnfinished(unfinished, read + 1, limits);
  }
}
