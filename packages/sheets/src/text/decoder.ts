import type { SheetErrorCode } from '../sheet-error.ts';
import type { Encoding } from '../sheet.ts';

/** Where text ends that can be told, and why. */
export interface Fault {
  readonly code: Extract<SheetErrorCode, 'encoding' | 'nul' | 'compression'>;
  readonly what: string;
  readonly expected: string;
  readonly byteOffset?: number | undefined;
}

/** Text up to the fault, if there is one. Nothing may be decoded behind a fault. */
export interface Decoded {
  readonly text: string;
  /** Whether each character is one byte of UTF-8, to be unpacked cell by cell (`unpacked`). */
  readonly packed?: boolean;
  readonly fault?: Fault;
  /** Of a decoder that reads over them. */
  readonly faults?: readonly Fault[];
}

/** Bytes to text, piece by piece; keeps the beginning of a character until the rest of it comes. */
export interface Decoder {
  /** May change with the bytes: ASCII is read as UTF-8 until a byte says otherwise. */
  readonly encoding: Encoding;
  /** `offset` is that of the first of the bytes. */
  decode(bytes: Buffer, offset: number): Decoded;
  /** After the last bytes: what was kept, or the fault that it was cut off. */
  end(offset: number): Decoded;
}

export const nothing: Decoded = { text: '' };
