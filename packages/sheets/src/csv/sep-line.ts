import type { UsualDelimiter } from '../model/sheet.ts';
import type { Piece } from '../text/decode-blocks.ts';

export interface SepLine {
  /** Without the line. */
  readonly piece: Piece;
  readonly delimiter?: UsualDelimiter | undefined;
  readonly note?: string;
}

/**
 * `sep=;` in the first line states the delimiter for spreadsheet programs. They do not show this line, so it is no row here, and
 * the line below it is row 1.
 */
export function takeSepLine(piece: Piece): SepLine {
  const found = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)/i.exec(piece.text);
  if (found === null) return { piece };
  const delimiter = delimiterOf(found[1]);
  const note =
    'The first line, sep=…, states the delimiter and does not count as a row, as in a spreadsheet.';
  const { length } = found[0];
  const packed = piece.packed?.subarray(length);
  return { piece: { ...piece, text: piece.text.slice(length), ...(packed && { packed }) }, delimiter, note };
}

function delimiterOf(text: string | undefined): UsualDelimiter | undefined {
  return text === ',' || text === ';' || text === '\t' || text === '|' ? text : undefined;
}
