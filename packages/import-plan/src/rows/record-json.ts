/** Enough for most records. */
const firstBytes = 4096;
const mostBytesOfUnit = 3;
/** Quotes or braces. */
const around = 2;

/** A field of all records, with its key as bytes of JSON. */
export type JsonKey = Buffer;
export const jsonKey = (field: string): JsonKey => Buffer.from(`,${JSON.stringify(field)}:`);

const sign = (text: string): number => text.charCodeAt(0);
const [quote, backslash, open, close] = [sign('"'), sign('\\'), sign('{'), sign('}')];
const [firstPlain, lastPlain] = [sign(' '), sign('~')];

/** Writes the JSON of one record after the other, field by field, since an object for each would take most of the time. */
export class RecordJson {
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Valid until the next record begins. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  copyTo(target: Buffer, at: number): void {
    this.#bytes.copy(target, at, 0, this.#length);
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
    const bytes = this.#bytes;
    for (let at = 0; at < key.length; at += 1) bytes[this.#length + at] = key[at] ?? 0;
    return this.#length + key.length;
  }

  #room(more: number): Buffer {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.copyTo(larger, 0);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
