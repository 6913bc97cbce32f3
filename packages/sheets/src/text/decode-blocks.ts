import type { Block } from '../model/blocks.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { Encoding } from '../model/sheet.ts';
import { byteDecoder } from './byte-decoder.ts';
import type { Decoded, Decoder, Fault } from './decoder.ts';
import { forgivingByteDecoder, forgivingUtf16Decoder } from './forgiving-decoder.ts';
import { unmarkedUtf16, utf16Decoder } from './utf16-decoder.ts';

/** A piece of the text. A piece with a fault is the last one. */
export interface Piece {
  readonly text: string;
  /** Its bytes, if each of them is one character: UTF-8 that is decoded cell by cell later (`unpacked`). Valid until the next piece. */
  readonly packed?: Buffer;
  readonly last: boolean;
  readonly encoding: Encoding;
  readonly fault?: Fault;
  /** Faults that reading skipped. */
  readonly faults?: readonly Fault[];
  readonly notes?: readonly string[];
}

interface Decoding {
  readonly stated?: Encoding | undefined;
  /** Whether to report and skip bytes that are no text, instead of stopping there. */
  readonly forgiving?: boolean;
}

interface Mark {
  readonly bytes: readonly number[];
  readonly encoding: Encoding;
}

const marks: readonly Mark[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

const unmarkedNote = 'The text is UTF-16 without a byte order mark, as its zero bytes show.';
const endMarkNote = 'The file ends with an end-of-file sign (Ctrl-Z) of old systems, which was left out.';
const endMark = '\u001a';

/** The text of a file, without its byte order mark and without the end mark of old systems. */
export async function* decodeBlocks(
  blocks: AsyncIterable<Block>,
  decoding: Decoding = {},
): AsyncGenerator<Piece, void, void> {
  let begun: Begun | undefined;
  let kept = '';
  for await (const { bytes, offset, last, fault: cut } of faultsOf(blocks)) {
    const skipped = begun === undefined ? (markOf(bytes)?.bytes.length ?? 0) : 0;
    begun ??= begin(bytes, decoding);
    const { decoder } = begun;
    const decoded = decoder.decode(bytes.subarray(skipped), offset + skipped);
    const rest = last && !decoded.fault ? decoder.end(offset + bytes.length) : undefined;
    const fault = decoded.fault ?? cut ?? rest?.fault;
    const whole = kept + decoded.text + (rest?.text ?? '');
    const text = whole.endsWith(endMark) ? withoutEndMark(whole) : whole;
    // After ASCII, `end` only adds plain text.
    const packed = rest?.text ? undefined : packedOf(decoded, kept, text);
    kept = last || fault !== undefined ? '' : whole.slice(text.length);
    const left = last && text.length < whole.length;
    const { encoding } = decoder;
    yield {
      text: fault === undefined ? text : whole,
      ...(packed && { packed }),
      last: last || fault !== undefined,
      encoding,
      ...(fault !== undefined && { fault }),
      ...piecesNotes([...(begun.notes ?? []), ...(left ? [endMarkNote] : [])]),
      ...(decoded.faults !== undefined && { faults: [...decoded.faults, ...(rest?.faults ?? [])] }),
    };
    if (fault !== undefined) return;
  }
}

/** The source may also end with a fault. The rows before it are valid. */
async function* faultsOf(
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Block & { readonly fault?: Fault }, void, void> {
  let behind = 0;
  try {
    for await (const block of blocks) {
      behind = block.offset + block.bytes.length;
      yield block;
    }
  } catch (error) {
    if (!(error instanceof SheetError) || error.facts.code !== 'broken_gzip') throw error;
    yield { bytes: Buffer.alloc(0), offset: behind, last: false, fault: error.facts };
  }
}

function piecesNotes(notes: readonly string[]) {
  return notes.length === 0 ? {} : { notes };
}

interface Begun {
  readonly decoder: Decoder;
  readonly notes?: readonly string[];
}

function begin(bytes: Buffer, { stated, forgiving = false }: Decoding): Begun {
  const mark = markOf(bytes);
  const unmarked = mark === undefined && stated === undefined ? unmarkedUtf16(bytes) : undefined;
  // Without a byte order mark the file is UTF-8 until its bytes show otherwise.
  const decoder = decoderOf(mark?.encoding ?? unmarked ?? stated, forgiving);
  return unmarked === undefined ? { decoder } : { decoder, notes: [unmarkedNote] };
}

function markOf(bytes: Buffer): Mark | undefined {
  return marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
}

function decoderOf(encoding: Encoding | undefined, forgiving: boolean): Decoder {
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return forgiving ? forgivingUtf16Decoder(encoding) : utf16Decoder(encoding);
  return forgiving ? forgivingByteDecoder(encoding) : byteDecoder(encoding);
}

/** The bytes of the text: what was decoded, without an end mark, and behind those that were kept. */
function packedOf({ packed }: Decoded, kept: string, text: string): Buffer | undefined {
  return packed === undefined || kept === '' ? packed?.subarray(0, text.length) : Buffer.from(text, 'latin1');
}

function withoutEndMark(text: string): string {
  let end = text.length;
  while (text[end - 1] === endMark) end -= 1;
  return text.slice(0, end);
}

export function faultError(fault: Fault, row: number): SheetError {
  return new SheetError({ ...fault, row });
}
