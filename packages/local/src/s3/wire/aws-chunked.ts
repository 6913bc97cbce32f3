import { S3Error } from './s3-error.ts';

/**
 * Removes the `aws-chunked` framing: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n` …, and at the end
 * `0\r\n<trailer>: <value>\r\n…\r\n`. The trailers are put into `trailers`, with names in lower case.
 */
export async function* decodeAwsChunked(
  body: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const frames = new Frames(trailers);
  for await (const chunk of body) {
    frames.push(chunk);
    for (let bytes = frames.next(); bytes !== undefined; bytes = frames.next()) yield bytes;
  }
  if (!frames.ended) throw new S3Error('IncompleteBody', 'The request body ended before its last chunk.');
}

const longestLine = 16_384;

class Frames {
  readonly #trailers: Map<string, string>;
  #buffer: Buffer = Buffer.alloc(0);
  /** The bytes that the current chunk still has, or undefined when a line comes next. */
  #left: number | undefined;
  /** Whether the line break after a chunk's bytes comes next. */
  #atBreak = false;
  ended = false;

  constructor(trailers: Map<string, string>) {
    this.#trailers = trailers;
  }

  push(chunk: Uint8Array): void {
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([this.#buffer, chunk]);
  }

  /** The next bytes of the content, or undefined when more input is needed. */
  next(): Uint8Array | undefined {
    for (;;) {
      if (this.#left !== undefined) return this.#bytes(this.#left);
      const line = this.#line();
      if (line === undefined) return undefined;
      if (this.#atBreak) this.#atBreak = false;
      else if (this.ended) this.#trailer(line);
      else this.#begin(sizeOf(line));
    }
  }

  #begin(size: number): void {
    if (size === 0) this.ended = true;
    else this.#left = size;
  }

  #bytes(left: number): Uint8Array | undefined {
    if (this.#buffer.length === 0) return undefined;
    const bytes = this.#buffer.subarray(0, left);
    this.#buffer = this.#buffer.subarray(bytes.length);
    this.#atBreak = bytes.length === left;
    this.#left = this.#atBreak ? undefined : left - bytes.length;
    return bytes;
  }

  #line(): string | undefined {
    const end = this.#buffer.indexOf('\r\n');
    if (end === -1 && this.#buffer.length > longestLine) {
      throw new S3Error('InvalidRequest', 'A chunk has no end of line.');
    }
    if (end === -1) return undefined;
    const line = this.#buffer.toString('latin1', 0, end);
    this.#buffer = this.#buffer.subarray(end + 2);
    return line;
  }

  #trailer(line: string): void {
    const colon = line.indexOf(':');
    if (colon > 0)
      this.#trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}

function sizeOf(line: string): number {
  const size = /^[0-9a-f]+/i.exec(line)?.[0];
  if (size === undefined) throw new S3Error('InvalidRequest', 'A chunk does not begin with its size.');
  return Number.parseInt(size, 16);
}
