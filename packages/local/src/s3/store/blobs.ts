import { randomUUID } from 'node:crypto';
import { createReadStream, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in the store, by name and size. The content of an object is one file, or several in order. */
export interface Blob {
  readonly name: string;
  readonly size: number;
}

/** The bytes of objects. A crash may leave an unused file, which only takes space. */
export interface Blobs {
  /** Writes the bytes to a temporary file on the disk. `adopt` makes it part of the store. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<Incoming>;
  read(blobs: readonly Blob[], range: { start: number; end: number }): AsyncGenerator<Uint8Array>;
  /** The same bytes under a name of their own; they are not copied. */
  share(blob: Blob): Blob;
  remove(names: readonly string[]): void;
}

export interface Incoming {
  readonly size: number;
  adopt(): Blob;
  discard(): void;
}

export function openBlobs(folder: string): Blobs {
  const incoming = join(folder, 'incoming');
  // Removes incomplete files from the last run.
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const shelves = new Set<string>();

  function pathOf(name: string): string {
    const shelf = join(folder, name.slice(0, 2));
    if (!shelves.has(shelf)) mkdirSync(shelf, { recursive: true, mode: 0o700 });
    shelves.add(shelf);
    return join(shelf, name);
  }

  return {
    receive: async (bytes) => {
      const name = newName();
      const draft = join(incoming, name);
      const size = await write(draft, bytes);
      return {
        size,
        adopt: () => {
          renameSync(draft, pathOf(name));
          return { name, size };
        },
        discard: () => rmSync(draft, { force: true }),
      };
    },
    read: async function* read(blobs, { start, end }) {
      let offset = 0;
      for (const { name, size } of blobs) {
        const from = Math.max(start - offset, 0);
        const to = Math.min(end - offset, size - 1);
        if (from <= to) yield* createReadStream(pathOf(name), { start: from, end: to });
        offset += size;
      }
    },
    share: ({ name, size }) => {
      const copy = newName();
      linkSync(pathOf(name), pathOf(copy));
      return { name: copy, size };
    },
    remove: (names) => {
      for (const name of names) rmSync(pathOf(name), { force: true });
    },
  };
}

function newName(): string {
  return randomUUID().replaceAll('-', '');
}

async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    await handle.sync();
    return size;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
