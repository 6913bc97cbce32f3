/** The bytes of a file, to be read from its start or in parts, as often as is needed. */
export interface SheetSource {
  /** How many there are. */
  readonly bytes: number;
  stream(range?: ByteRange): AsyncIterable<Uint8Array>;
}

export interface ByteRange {
  readonly start: number;
  /** The first byte that does not belong to it. */
  readonly end: number;
}

/** Bytes at hand. */
export function memorySource(bytes: Uint8Array): SheetSource {
  async function* stream({ start, end }: ByteRange = { start: 0, end: bytes.length }) {
    if (start < end) yield bytes.subarray(start, end);
  }
  return { bytes: bytes.length, stream };
}

/** Where only whole streams are to be had: a part is cut out of one that is read from its start. */
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

export interface Peeked {
  /** As many as were asked for, or all that there are, however they came. */
  readonly head: Buffer;
  /** Everything, the head again. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** Lets go of the stream when it is not to be read. */
  leave(): Promise<void>;
}

/** Looks at the first bytes of a stream that is opened only once. */
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
