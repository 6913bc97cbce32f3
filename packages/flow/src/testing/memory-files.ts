import { ObjectNotFound, type Files, type ObjectAbout, type ObjectRef } from '../ports.ts';

export interface MemoryFiles extends Files {
  /** By key; the versions of an object by `key?versionId`. */
  readonly objects: Map<string, Uint8Array>;
  /** Puts a version of an object, as an upload to a bucket with versions does. */
  putVersion(
    ref: Required<Omit<ObjectRef, 'bucket'>>,
    bytes: Uint8Array,
    metadata?: ObjectAbout['metadata'],
  ): void;
}

/** @param chunkBytes how much a stream hands out at once */
export function createMemoryFiles({ chunkBytes = 1000 }: { readonly chunkBytes?: number } = {}): MemoryFiles {
  const objects = new Map<string, Uint8Array>();
  const abouts = new Map<string, ObjectAbout>();
  const text = (key: string) => {
    const bytes = objects.get(key);
    return bytes && new TextDecoder().decode(bytes);
  };
  return {
    objects,
    putVersion: ({ key, versionId }, bytes, metadata = {}) => {
      for (const name of [key, `${key}?${versionId}`]) {
        objects.set(name, bytes);
        abouts.set(name, { versionId, metadata });
      }
    },
    get: async (key) => text(key),
    put: async (key, value) => {
      objects.set(key, Buffer.from(value));
    },
    putOnce: async (key, value) => {
      if (!objects.has(key)) objects.set(key, Buffer.from(value));
      return text(key) ?? '';
    },
    about: async ({ key, versionId }) => abouts.get(versionId === undefined ? key : `${key}?${versionId}`),
    stream: async function* ({ key, versionId }, range) {
      const whole = objects.get(versionId === undefined ? key : `${key}?${versionId}`);
      if (whole === undefined) throw new ObjectNotFound('gone');
      const bytes = range === undefined ? whole : whole.subarray(range.start, range.end);
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
    upload: async (key, chunks) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(Buffer.from(chunk));
      objects.set(key, Buffer.concat(parts));
    },
  };
}
