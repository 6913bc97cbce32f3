import type { z } from 'zod';
import type { Blobs } from '../store/blobs.ts';

/** Objects of the bucket that are JSON. */
export interface JsonBlobs {
  readonly put: (key: string, value: unknown) => Promise<void>;
  /** False when there is one of that key already. */
  readonly putNew: (key: string, value: unknown) => Promise<boolean>;
  readonly text: (key: string) => Promise<string | undefined>;
  readonly read: <T>(key: string, schema: z.ZodType<T>) => Promise<T | undefined>;
}

const type = 'application/json';

export function jsonBlobs(blobs: Pick<Blobs, 'put' | 'putNew' | 'get'>): JsonBlobs {
  const text = async (key: string): Promise<string | undefined> => {
    const blob = await blobs.get(key);
    return blob && new TextDecoder().decode(blob.bytes);
  };
  return {
    put: (key, value) => blobs.put(key, JSON.stringify(value), type),
    putNew: (key, value) => blobs.putNew(key, JSON.stringify(value), type),
    text,
    read: async (key, schema) => {
      const found = await text(key);
      return found === undefined ? undefined : schema.parse(JSON.parse(found));
    },
  };
}
