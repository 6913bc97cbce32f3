/** The bytes of a file, which can be read as a whole or in parts, repeatedly. */
export interface SheetSource {
  /** The size of the file. */
  readonly bytes: number;
  stream(range?: ByteRange): AsyncIterable<Uint8Array>;
}

export interface ByteRange {
  readonly start: number;
  /** The place after the last byte. */
  readonly end: number;
}

/** Bytes in memory. */
export function memorySource(bytes: Uint8Array): SheetSource {
  async function* stream({ start, end }: ByteRange = { start: 0, end: bytes.length }) {
    if (start < end) yield bytes.subarray(start, end);
  }
  return { bytes: bytes.length, stream };
}

/** For streams that can only be read from the start: a part is cut out of the whole. */
export function streamSource(bytes: number, open: () => AsyncIterable<Uint8Array>): SheetSource {
  return { bytes, stream: (range) => (range === undefined ? open() : partOf(open(), range)) };
}

async function* partOf(
  chunks: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array, void, void> {
  let at = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
}

interface Peeked {
  /** The requested number of bytes, or all of a shorter stream, in any chunks. */
  readonly head: Buffer;
  /** The whole stream, with the head. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** Closes the stream if it is not read. */
  leave(): Promise<void>;
}

/** Reads the first bytes of a stream without a second opening. */
export async function peek(chunks: AsyncIterable<Uint8Array>, headBytes: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  for (let length = 0; length < headBytes;) {
    const next = await iterator.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const leave = async () => void (await iterator.return?.());

  async function* stream(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* seen;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await leave();
    }
  }
  return { head: Buffer.concat(seen).subarray(0, headBytes), stream: stream(), leave };
}
