import { signs, wordBytes, type RawCells } from '@sluice/sheets';
import type { CellPart } from '../cells/plain-cell.ts';

/** Enough for most records. */
const firstBytes = 4096;
const mostBytesOfUnit = 3;
/** Quotes or braces. */
const around = 2;

/** Bytes of JSON, padded to whole words. */
export interface JsonPiece {
  readonly view: DataView;
  readonly length: number;
}

/** A field of all records: its key, behind a comma and before the quote of a text. The length is without the quote. */
export type JsonKey = JsonPiece;

export function jsonKey(field: string): JsonKey {
  const { view, length } = pieceOf(Buffer.from(`,${JSON.stringify(field)}:"`));
  return { view, length: length - 1 };
}

function pieceOf(json: Uint8Array): JsonPiece {
  const bytes = new Uint8Array(json.length + wordBytes);
  bytes.set(json);
  return { view: new DataView(bytes.buffer), length: json.length };
}

const sign = (text: string): number => text.charCodeAt(0);
const [quote, backslash, open, close, comma] = [sign('"'), sign('\\'), sign('{'), sign('}'), sign(',')];
const [firstPlain, lastPlain] = [sign(' '), sign('~')];

/** What JSON writes behind a backslash for a byte; 0 for a byte that it has as it is. */
const unknown = 1;
const escapes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < firstPlain || byte === 0x7f ? unknown : 0,
);
for (const [plain, letter] of ['""', '\\\\', '\nn', '\rr', '\tt'])
  escapes[sign(plain ?? '')] = sign(letter ?? '');

interface Memory {
  readonly bytes: Buffer;
  readonly view: DataView;
}

function newMemory(bytes: number): Memory {
  const memory = Buffer.alloc(bytes);
  return { bytes: memory, view: new DataView(memory.buffer, memory.byteOffset) };
}

const nothing = Buffer.alloc(0);

/**
 * Writes the JSON of one record after the other, field by field, since an object for each would take most of the time. A record
 * that is kept stays before the next one, so that those of a batch need not be copied. The memory of a batch is used again for the
 * one after the next: new memory for each would have the garbage collector run several times as often.
 */
export class RecordJson {
  #memory: Memory;
  #other: Memory | undefined;
  readonly #head: Buffer;
  /** Where the record begins: behind the head and those that are kept. */
  #start: number;
  #end: number;

  /** @param head what is before the records that are kept */
  constructor(bytes = firstBytes, head = nothing) {
    this.#memory = newMemory(Math.max(bytes, head.length));
    this.#memory.bytes.set(head);
    this.#head = head;
    this.#start = this.#end = head.length;
  }

  /** In bytes. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Valid until the next record begins. */
  get bytes(): Buffer {
    return this.#memory.bytes.subarray(this.#start, this.#end);
  }

  /** The head and those that are kept, in bytes with a comma behind each. */
  get keptLength(): number {
    return this.#start;
  }

  begin(): void {
    this.#end = this.#start;
  }

  /** Keeps the record, or one that was written elsewhere. */
  keep(record: RecordJson): void {
    if (record !== this) {
      this.begin();
      this.#room(record.length).bytes.set(record.bytes, this.#start);
      this.#end += record.length;
    }
    this.#room(1).bytes[this.#end] = comma;
    this.#end += 1;
    this.#start = this.#end;
  }

  /**
   * Keeps no record any more, except the one that is written.
   * @returns the head, those that were kept, and the tail in place of the last comma; valid until this is called again
   */
  cut(tail: Uint8Array): Buffer {
    const { bytes } = this.#room(tail.length);
    const { bytes: record } = this;
    const cut = bytes.subarray(0, this.#start - 1 + tail.length);
    const next = (this.#other ??= newMemory(bytes.length));
    this.#other = this.#memory;
    this.#memory = next;
    this.#start = this.#end = this.#head.length;
    const fresh = this.#room(record.length).bytes;
    fresh.set(this.#head);
    fresh.set(record, this.#start);
    this.#end += record.length;
    bytes.set(tail, cut.length - tail.length);
    return cut;
  }

  /** @returns whether the text is plain: printable ASCII that JSON needs not escape */
  text(key: JsonKey, text: string): boolean {
    const { bytes } = this.#room(key.length + text.length + around);
    const at = this.#textBehind(key);
    for (let from = 0; from < text.length; from += 1) {
      const code = text.charCodeAt(from);
      if (code < firstPlain || code > lastPlain || code === quote || code === backslash) {
        this.#value(key, text);
        return false;
      }
      bytes[at + from] = code;
    }
    bytes[at + text.length] = quote;
    this.#end = at + text.length + 1;
    return true;
  }

  /** A cell, or a part of it, that JSON need not escape. */
  copy(key: JsonKey, { view }: RawCells, { from, to }: CellPart): void {
    const length = to - from;
    const { bytes, view: written } = this.#room(key.length + length + around);
    const at = this.#textBehind(key);
    copyWords({ view, length }, from, { view: written, at });
    bytes[at + length] = quote;
    this.#end = at + length + 1;
  }

  /** A cell whose quotes, backslashes, tabs and line breaks JSON escapes; false, and nothing written, with other control characters. */
  escape(key: JsonKey, { bytes: cell }: RawCells, { from, to, signs: has }: CellPart): boolean {
    const inQuotes = (has & signs.inQuotes) !== 0;
    const { bytes } = this.#room(key.length + 2 * (to - from) + around);
    let at = this.#textBehind(key);
    for (let next = from; next < to; next += 1) {
      const byte = cell[next] ?? 0;
      const letter = escapes[byte] ?? 0;
      if (letter === unknown) return false;
      if (letter > 0) {
        bytes[at] = backslash;
        at += 1;
      }
      bytes[at] = letter > 0 ? letter : byte;
      at += 1;
      if (inQuotes && byte === quote) next += 1;
    }
    bytes[at] = quote;
    this.#end = at + 1;
    return true;
  }

  /** What was written since the record had this length, to be written again. */
  pieceFrom(length: number): JsonPiece {
    return pieceOf(this.#memory.bytes.subarray(this.#start + length, this.#end));
  }

  append(piece: JsonPiece): void {
    const { view } = this.#room(piece.length);
    copyWords(piece, 0, { view, at: this.#end });
    this.#end += piece.length;
  }

  value(key: JsonKey, value: unknown): void {
    if (typeof value === 'string') this.text(key, value);
    else this.#value(key, value);
  }

  end(): void {
    const { bytes } = this.#room(around);
    const at = Math.max(this.#end, this.#start + 1);
    // In place of the first comma.
    bytes[this.#start] = open;
    bytes[at] = close;
    this.#end = at + 1;
  }

  /** A whole record. */
  write(record: Readonly<Record<string, unknown>>): void {
    this.begin();
    for (const [field, value] of Object.entries(record)) this.value(jsonKey(field), value);
    this.end();
  }

  /** Any value. */
  #value(key: JsonKey, value: unknown): void {
    const json = JSON.stringify(value);
    const { bytes } = this.#room(key.length + json.length * mostBytesOfUnit);
    const at = this.#textBehind(key) - 1;
    this.#end = at + bytes.write(json, at);
  }

  /** @returns the place behind the key and a quote */
  #textBehind({ view, length }: JsonKey): number {
    copyWords({ view, length: length + 1 }, 0, { view: this.#memory.view, at: this.#end });
    return this.#end + length + 1;
  }

  #room(more: number): Memory {
    const needed = this.#end + more + wordBytes;
    const { bytes } = this.#memory;
    if (needed > bytes.length) {
      this.#memory = newMemory(Math.max(needed, 2 * bytes.length));
      this.#memory.bytes.set(bytes);
    }
    return this.#memory;
  }
}

/** Copies word by word, so that some bytes more than the length may be written. */
function copyWords(
  from: JsonPiece,
  start: number,
  to: { readonly view: DataView; readonly at: number },
): void {
  const { view, length } = from;
  for (let done = 0; done < length; done += wordBytes)
    to.view.setUint32(to.at + done, view.getUint32(start + done));
}
