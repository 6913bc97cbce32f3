import type * as z from 'zod';
import type { Blobs } from './blobs.ts';

const type = 'application/json';

export function jsonBlobs(blobs: Pick<Blobs, 'put' | 'putNew' | 'get'>) {
  const text = async (key: string): Promise<string | undefined> => {
    const blob = await blobs.get(key);
    return blob && new TextDecoder().decode(blob.bytes);
  };
  return {
    put: (key: string, value: unknown) => blobs.put(key, JSON.stringify(value), type),
    /** False when the key exists already. */
    putNew: (key: string, value: unknown) => blobs.putNew(key, JSON.stringify(value), type),
    text,
    read: async <T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> => {
      const found = await text(key);
      return found === undefined ? undefined : schema.parse(JSON.parse(found));
    },
  };
}

/** JSON objects of one schema, each under a key made from a reference. */
export const jsonDocuments =
  <Ref, T>(keyOf: (ref: Ref) => string, schema: z.ZodType<T>) =>
  (blobs: Blobs) => {
    const json = jsonBlobs(blobs);
    return {
      get: (ref: Ref) => json.read(keyOf(ref), schema),
      put: (ref: Ref, value: T) => json.put(keyOf(ref), value),
      putNew: (ref: Ref, value: T) => json.putNew(keyOf(ref), value),
    };
  };
