import type { Block } from '../blocks.ts';
import { SheetError } from '../sheet-error.ts';
import type { Encoding } from '../sheet.ts';
import { byteDecoder } from './byte-decoder.ts';
import type { Decoder, Fault } from './decoder.ts';
import { utf16Decoder } from './utf16-decoder.ts';

/** A piece of the text. A piece with a fault is the last. */
export interface Piece {
  readonly text: string;
  readonly last: boolean;
  readonly encoding: Encoding;
  readonly fault?: Fault;
}

const marks: readonly { readonly bytes: readonly number[]; readonly decoder: () => Decoder }[] = [
  { bytes: [0xef, 0xbb, 0xbf], decoder: () => byteDecoder('utf-8') },
  { bytes: [0xff, 0xfe], decoder: () => utf16Decoder('utf-16le') },
  { bytes: [0xfe, 0xff], decoder: () => utf16Decoder('utf-16be') },
];

/** The text of a file without its byte order mark. */
export async function* decodeBlocks(
  blocks: AsyncIterable<Block>,
  stated?: Encoding,
): AsyncGenerator<Piece, void, void> {
  let decoder: Decoder | undefined;
  for await (const { bytes, offset, last } of blocks) {
    const mark = decoder === undefined ? markOf(bytes) : undefined;
    decoder ??= mark?.decoder() ?? decoderOf(stated);
    const skipped = mark?.bytes.length ?? 0;
    const decoded = decoder.decode(bytes.subarray(skipped), offset + skipped);
    const rest = last && !decoded.fault ? decoder.end(offset + bytes.length) : undefined;
    const text = decoded.text + (rest?.text ?? '');
    const fault = decoded.fault ?? rest?.fault;
    const { encoding } = decoder;
    yield fault === undefined ? { text, last, encoding } : { text, last: true, encoding, fault };
    if (fault !== undefined) return;
  }
}

function markOf(bytes: Buffer) {
  return marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
}

function decoderOf(stated: Encoding | undefined): Decoder {
  return stated === 'utf-16le' || stated === 'utf-16be' ? utf16Decoder(stated) : byteDecoder(stated);
}

export function faultError(fault: Fault, row: number): SheetError {
  return new SheetError({ ...fault, row });
}
