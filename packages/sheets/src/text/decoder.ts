import type { SheetErrorFacts } from '../model/sheet-error.ts';
import type { Encoding } from '../model/encodings.ts';

/** Where the decodable text ends, and why. */
export type Fault = Extract<SheetErrorFacts, { readonly code: FaultCode }>;

type FaultCode =
  | 'not_utf8'
  | 'unclear_encoding'
  | 'incomplete_character'
  | 'zero_byte'
  | 'replaced_character'
  | 'left_out_zero_bytes'
  | 'broken_gzip';

/** Text up to the fault, if there is one. Nothing is decoded after a fault. */
export interface Decoded {
  readonly text: string;
  /** Its bytes, if each of them is one character: UTF-8 that is decoded cell by cell later (`unpacked`). Valid until the next text. */
  readonly packed?: Buffer;
  readonly fault?: Fault;
  /** Faults that a forgiving decoder skipped. */
  readonly faults?: readonly Fault[];
  /** The bytes behind the text, if another decoder has to go on with them. */
  readonly other?: { readonly bytes: Buffer; readonly offset: number };
}

/** Decodes bytes piece by piece, and keeps an incomplete character until the rest arrives. */
export interface Decoder {
  readonly encoding: Encoding;
  /** `offset` is the place of the first byte in the file. */
  decode(bytes: Buffer, offset: number): Decoded;
  /** After the last bytes: returns the kept bytes, or the fault of a character that was cut off. */
  end(offset: number): Decoded;
}

export const nothing: Decoded = { text: '' };
