/** As many bytes are looked at in one block: names differ little after that. */
const mostBytes = 8192;

/** A piece of a cell. */
export interface Chunk {
  readonly at: number;
  readonly bytes: Buffer;
  /** The same for all chunks of a line. */
  readonly line: number;
}

/** Signs that end a chunk, and are part of no character of several bytes. */
const ends = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 0x20 || '",:;<=>'.includes(String.fromCharCode(byte))),
);

/** A chunk ends at the first blank so far from its middle. */
const farFrom = 60;

const isEnd = (byte: number, distance: number): boolean =>
  ends[byte] === 1 || (byte === 0x20 && distance > farFrom);

const isLineBreakIn = (bytes: Buffer): boolean => bytes.includes(0x0a) || bytes.includes(0x0d);

/**
 * Finds the chunks with bytes beyond ASCII that stand between others than in the chunks before, so that what recurs costs
 * nothing more.
 */
export function chunkFinder(): (bytes: Buffer) => Chunk[] {
  const seen = new Set<number>();
  const isNew = (bytes: Buffer, at: number): boolean => {
    const before = seen.size;
    seen.add(((bytes[at - 1] ?? 0) << 16) | ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
    return seen.size > before;
  };
  return (bytes) => {
    const chunks: Chunk[] = [];
    let [length, behind, line] = [0, 0, 0];
    for (let at = 0; at < bytes.length && length < mostBytes; at += 1) {
      if ((bytes[at] ?? 0) < 0x80 || !isNew(bytes, at)) continue;
      let [from, to] = [at, at + 1];
      while (from > 0 && !isEnd(bytes[from - 1] ?? 0, at - from)) from -= 1;
      for (; to < bytes.length && !isEnd(bytes[to] ?? 0, to - at); to += 1)
        if ((bytes[to] ?? 0) >= 0x80) isNew(bytes, to);
      if (isLineBreakIn(bytes.subarray(behind, from))) line += 1;
      chunks.push({ at: from, bytes: bytes.subarray(from, to), line });
      behind = to;
      length += to - from;
      at = to;
    }
    return chunks;
  };
}
