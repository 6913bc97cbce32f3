import type { Block } from '../model/blocks.ts';
import { SheetError } from '../model/sheet-error.ts';
import { encodingName, type Encoding } from '../model/encodings.ts';
import type { SheetOptions } from '../model/sheet.ts';
import { decodeBlocks, type Piece } from './decode-blocks.ts';

/** The text of a file whose first piece is already decoded. */
export interface TextStream {
  readonly first: Piece;
  /** As known so far. It may change with every piece. */
  readonly seen: { encoding: Encoding; readonly notes: Set<string>; mayBeDamaged?: boolean };
  /** The whole text, with another first piece. */
  from(first: Piece): AsyncGenerator<Piece, void, void>;
}

/** @throws SheetError if the first bytes are no text or cannot be read */
export async function openTextStream(
  blocks: AsyncIterable<Block>,
  { encoding: stated, onProblem }: SheetOptions,
): Promise<TextStream> {
  const pieces = decodeBlocks(blocks, { stated, forgiving: onProblem !== undefined });
  const next = await pieces.next();
  if (next.done) throw new SheetError({ code: 'empty_sheet' });
  const seen: TextStream['seen'] = { encoding: next.value.encoding, notes: new Set<string>() };

  function note(piece: Piece): void {
    seen.encoding = piece.encoding;
    for (const text of piece.notes ?? []) seen.notes.add(text);
    if (stated === undefined && !piece.encoding.startsWith('utf'))
      seen.notes.add(recognizedNote(piece.encoding));
  }

  async function* from(first: Piece): AsyncGenerator<Piece, void, void> {
    yield first;
    if (first.last) return;
    for await (const piece of pieces) {
      note(piece);
      yield piece;
    }
  }

  note(next.value);
  return { first: next.value, seen, from };
}

const recognizedNote = (encoding: Encoding): string =>
  `The text is not UTF-8 and was read as ${encodingName(encoding)}, as its letters show.`;
