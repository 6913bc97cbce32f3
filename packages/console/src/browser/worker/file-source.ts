import type { SheetSource } from '@sluice/sheets';

/** As much is read at once as a sheet takes at once. */
const chunkBytes = 64 * 1024;

/** The file changed, or was removed, since it was chosen. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Somebody chose another file, or changed this one. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** A file of a browser. `isCurrent` is asked after each chunk. @throws FileGone, Superseded */
export function fileSource(file: Blob, isCurrent: () => boolean = () => true): SheetSource {
  async function* stream({ start, end } = { start: 0, end: file.size }) {
    const part = file.slice(start, end);
    const reader = readerOf(part);
    try {
      for (let at = 0; at < part.size; at += chunkBytes) {
        const bytes = await reader.fill(new Uint8Array(Math.min(chunkBytes, part.size - at)));
        if (!isCurrent()) throw new Superseded();
        yield bytes;
      }
    } finally {
      reader.end();
    }
  }
  return { bytes: file.size, stream };
}

/**
 * Reads a file from its beginning into given memory. Pieces as a browser cuts them have up to 2 MiB, and live so long that it would
 * hold most of a file until it looks for old ones.
 */
export function readerOf(file: Blob) {
  const reader = file.stream().getReader({ mode: 'byob' });
  return {
    /** The next bytes, as many as there is room for. They take over the memory. @throws FileGone */
    fill: async ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
      let memory = buffer;
      for (let filled = 0; filled < byteLength;) {
        const { done, value } = await reader
          .read(new Uint8Array(memory, filled, byteLength - filled))
          .catch(gone);
        if (done) return gone();
        memory = value.buffer;
        filled += value.byteLength;
      }
      return new Uint8Array(memory, 0, byteLength);
    },
    end: (): void => void reader.cancel().catch(() => undefined),
  };
}

function gone(cause?: unknown): never {
  throw new FileGone('The file was changed or removed while it was read. Choose it again.', { cause });
}
