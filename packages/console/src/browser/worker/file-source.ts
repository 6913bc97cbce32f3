import type { SheetSource } from '@sluice/sheets';

/** As much of a file as is in memory at once, and once more while the next is read. */
const sliceBytes = 1024 * 1024;

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
  async function read(start: number, end: number): Promise<Uint8Array> {
    try {
      return new Uint8Array(await file.slice(start, end).arrayBuffer());
    } catch (error) {
      throw new FileGone('The file was changed or removed while it was read. Choose it again.', {
        cause: error,
      });
    }
  }
  async function* stream({ start, end } = { start: 0, end: file.size }) {
    const next = (from: number) => {
      const slice = read(from, Math.min(end, from + sliceBytes));
      // It is awaited only if it is needed.
      slice.catch(() => undefined);
      return slice;
    };
    let slice = next(start);
    for (let at = start; at < end; at += sliceBytes) {
      const bytes = await slice;
      if (!isCurrent()) throw new Superseded();
      if (at + sliceBytes < end) slice = next(at + sliceBytes);
      yield bytes;
    }
  }
  return { bytes: file.size, stream };
}
