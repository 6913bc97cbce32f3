import type { Block } from '../model/blocks.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { Encoding } from '../model/encodings.ts';
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
    begun ??= await begin(bytes, decoding);
    const decoded = await settled(
      begun.decoder.decode(bytes.subarray(skipped), offset + skipped),
      begun,
      decoding,
    );
    const rest = last && !decoded.fault ? await endOf(offset + bytes.length, begun, decoding) : undefined;
    const fault = decoded.fault ?? cut ?? rest?.fault;
    const whole = kept + decoded.text + (rest?.text ?? '');
    const text = whole.endsWith(endMark) ? withoutEndMark(whole) : whole;
    // After ASCII, `end` only adds plain text.
    const packed = rest?.text ? undefined : packedOf(decoded, kept, text);
    kept = last || fault !== undefined ? '' : whole.slice(text.length);
    const left = last && text.length < whole.length;
    const { encoding } = begun.decoder;
    yield {
      text: fault === undefined ? text : whole,
      ...(packed && { packed }),
      last: last || fault !== undefined,
      encoding,
      ...(fault !== undefined && { fault }),
      ...piecesNotes([...(begun.notes ?? []), ...(left ? [endMarkNote] : [])]),
      faults: [...(decoded.faults ?? []), ...(rest?.faults ?? [])],
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
  decoder: Decoder;
  readonly notes?: readonly string[];
}

async function begin(bytes: Buffer, { stated, forgiving = false }: Decoding): Promise<Begun> {
  const mark = markOf(bytes);
  const unmarked = mark === undefined && stated === undefined ? unmarkedUtf16(bytes) : undefined;
  // Without a byte order mark the file is UTF-8 until its bytes show otherwise.
  const decoder = await decoderOf(mark?.encoding ?? unmarked ?? stated, forgiving);
  return unmarked === undefined ? { decoder } : { decoder, notes: [unmarkedNote] };
}

function markOf(bytes: Buffer): Mark | undefined {
  return marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
}

async function decoderOf(encoding: Encoding | undefined, forgiving: boolean): Promise<Decoder> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return forgiving ? forgivingUtf16Decoder(encoding) : utf16Decoder(encoding);
  if (encoding === undefined || encoding === 'utf-8')
    return forgiving ? forgivingByteDecoder(encoding) : byteDecoder(encoding);
  return (await loadPages()).pageDecoder({ page: encoding, forgiving });
}

/** Only a file that is no UTF-8 needs them. */
const loadPages = () => import('./pages.ts');

/** Goes on with the page that the bytes show, if they are no UTF-8. */
async function settled(decoded: Decoded, begun: Begun, { forgiving = false }: Decoding): Promise<Decoded> {
  if (decoded.other === undefined) return decoded;
  const { bytes, offset } = decoded.other;
  const { pageDecoder, recognize } = await loadPages();
  begun.decoder = pageDecoder({ ...recognize(bytes), forgiving });
  return joined(decoded, begun.decoder.decode(bytes, offset));
}

async function endOf(offset: number, begun: Begun, decoding: Decoding): Promise<Decoded> {
  const { decoder } = begun;
  const ended = await settled(decoder.end(offset), begun, decoding);
  return begun.decoder === decoder || ended.fault ? ended : joined(ended, begun.decoder.end(offset));
}

function joined(first: Decoded, second: Decoded): Decoded {
  const fault = second.fault ?? first.fault;
  const faults = [...(first.faults ?? []), ...(second.faults ?? [])];
  return { text: first.text + second.text, faults, ...(fault && { fault }) };
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
