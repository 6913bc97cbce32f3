import type { SheetSource } from '@sluice/sheets';
import { giveBack } from './give-back.ts';

/**
 * As much of a file as is in memory at once, and once more while the next is read. The first slices are short, since a look at the
 * beginning of a file needs no more.
 */
const sliceBytes = { first: 64 * 1024, most: 1024 * 1024 };
/** As much is handed on at once. */
const chunkBytes = 64 * 1024;

/** The file changed, or was removed, since it was chosen. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Somebody chose another file, or changed this one. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** A file of a browser, read in slices. `isCurrent` is asked before each. @throws FileGone, Superseded */
export function fileSource(file: Blob, isCurrent: () => boolean = () => true): SheetSource {
  async function read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await file.slice(start, end).arrayBuffer());
    } catch (error) {
      throw new FileGone('The file was changed or removed while it was read. Choose it again.', {
        cause: error,
      });
    }
  }
  async function* stream({ start, end } = { start: 0, end: file.size }) {
    let [at, length] = [start, sliceBytes.first];
    const next = () => {
      const slice = read(at, Math.min(end, at + length));
      at += length;
      length = Math.min(sliceBytes.most, 2 * length);
      // It is awaited only if it is needed.
      slice.catch(() => undefined);
      return slice;
    };
    for (let slice = at < end ? next() : undefined; slice !== undefined;) {
      const bytes: Uint8Array<ArrayBuffer> = await slice;
      if (!isCurrent()) throw new Superseded();
      slice = at < end ? next() : undefined;
      yield* chunksOf(bytes);
    }
  }
  return { bytes: file.size, stream };
}

/** Copies, which are freed with what else is young, since nobody keeps them for long. */
function* chunksOf(slice: Uint8Array<ArrayBuffer>): Generator<Uint8Array> {
  for (let at = 0; at < slice.length; at += chunkBytes) yield slice.slice(at, at + chunkBytes);
  giveBack(slice);
}
