import { RandomAccessReader } from 'yauzl';
import type { SheetSource } from '../model/source.ts';

const blockBytes = 64 * 1024;
const blocksKept = 16;

/**
 * Reads the central directory of a zip archive, with two small reads for every entry. It caches blocks, since each read may be a request
 * over the network.
 */
export class SourceReader extends RandomAccessReader {
  /** Why the source could not be read, which is no fault of the archive. */
  failure: unknown;
  readonly #source: SheetSource;
  readonly #blocks = new Map<number, Buffer>();

  constructor(source: SheetSource) {
    super();
    this.#source = source;
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      () => done(null),
      (error: unknown) => done(error instanceof Error ? error : new Error('unreadable')),
    );
  }

  async #fill(target: Buffer, position: number): Promise<void> {
    if (position < 0 || position + target.length > this.#source.bytes) throw new Error('outside of the file');
    for (let filled = 0; filled < target.length;) {
      const at = position + filled;
      const block = await this.#block(Math.floor(at / blockBytes));
      filled += block.copy(target, filled, at % blockBytes);
    }
  }

  async #block(index: number): Promise<Buffer> {
    const kept = this.#blocks.get(index);
    if (kept !== undefined) return kept;
    const start = index * blockBytes;
    const end = Math.min(start + blockBytes, this.#source.bytes);
    const block = await this.#stream(start, end);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size >= blocksKept) this.#blocks.delete(oldest);
    this.#blocks.set(index, block);
    return block;
  }

  async #stream(start: number, end: number): Promise<Buffer> {
    try {
      const block = await bytesOf(this.#source.stream({ start, end }));
      if (block.length === end - start) return block;
      throw new Error(`The source gave ${block.length} bytes instead of ${end - start}.`);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
