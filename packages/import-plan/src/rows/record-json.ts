import { wordBytes, type RawCells } from '@sluice/sheets';

/** Enough for most records. */
const firstBytes = 4096;
const mostBytesOfUnit = 3;
/** Quotes or braces. */
const around = 2;

/** A field of all records, with its key as bytes of JSON. */
export interface JsonKey {
  /** Padded to whole words. */
  readonly view: DataView;
  readonly length: number;
}

export function jsonKey(field: string): JsonKey {
  const text = Buffer.from(`,${JSON.stringify(field)}:`);
  const bytes = new Uint8Array(text.length + wordBytes);
  bytes.set(text);
  return { view: new DataView(bytes.buffer), length: text.length };
}

const sign = (text: string): number => text.charCodeAt(0);
const [quote, backslash, open, close] = [sign('"'), sign('\\'), sign('{'), sign('}')];
const [firstPlain, lastPlain] = [sign(' '), sign('~')];

/** Writes the JSON of one record after the other, field by field, since an object for each would take most of the time. */
export class RecordJson {
  #bytes = Buffer.alloc(firstBytes);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Valid until the next record begins. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Some bytes more may be written, `wordBytes` at most. */
  copyTo(target: DataView, at: number): void {
    copyWords({ view: this.#view, length: this.#length }, 0, { view: target, at });
  }

  begin(): void {
    this.#length = 0;
  }

  /** @returns whether the text is plain: printable ASCII that JSON needs not escape */
  text(key: JsonKey, text: string): boolean {
    const bytes = this.#room(key.length + text.length + around);
    let at = this.#key(key);
    bytes[at] = quote;
    at += 1;
    for (let from = 0; from < text.length; from += 1) {
      const code = text.charCodeAt(from);
      if (code < firstPlain || code > lastPlain || code === quote || code === backslash) {
        this.#value(key, text);
        return false;
      }
      bytes[at + from] = code;
    }
    at += text.length;
    bytes[at] = quote;
    this.#length = at + 1;
    return true;
  }

  /** A cell that JSON need not escape. */
  copy(key: JsonKey, { view, starts, ends }: RawCells, cell: number): void {
    const start = starts[cell] ?? 0;
    const length = (ends[cell] ?? 0) - start;
    const bytes = this.#room(key.length + length + around);
    const at = this.#key(key);
    bytes[at] = quote;
    copyWords({ view, length }, start, { view: this.#view, at: at + 1 });
    bytes[at + 1 + length] = quote;
    this.#length = at + around + length;
  }

  value(key: JsonKey, value: unknown): void {
    if (typeof value === 'string') this.text(key, value);
    else this.#value(key, value);
  }

  end(): void {
    const bytes = this.#room(around);
    const at = Math.max(this.#length, 1);
    // In place of the first comma.
    bytes[0] = open;
    bytes[at] = close;
    this.#length = at + 1;
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
    const bytes = this.#room(key.length + json.length * mostBytesOfUnit);
    const at = this.#key(key);
    this.#length = at + bytes.write(json, at);
  }

  /** @returns the place behind the key */
  #key(key: JsonKey): number {
    copyWords(key, 0, { view: this.#view, at: this.#length });
    return this.#length + key.length;
  }

  #room(more: number): Buffer {
    const needed = this.#length + more + wordBytes;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return this.#bytes;
  }
}

/** Copies word by word, so that some bytes more than the length may be written. */
function copyWords(from: JsonKey, start: number, to: { readonly view: DataView; readonly at: number }): void {
  const { view, length } = from;
  for (let done = 0; done < length; done += wordBytes)
    to.view.setUint32(to.at + done, view.getUint32(start + done));
}
