import type { VersionedObjects } from '@sluice/aws-kit/erasure';
import { type Blobs } from '../store/blobs.ts';
import { createMemoryBlobs } from './memory/memory-blobs.ts';

/** Blobs in memory, and the same as objects of which only the newest version is kept. */
export function createErasableBlobs(): { readonly blobs: Blobs; readonly erasable: VersionedObjects } {
  const stored = createMemoryBlobs();
  const versions = new Map<string, string>();
  const note = (key: string) => void versions.set(key, String(Number(versions.get(key) ?? 0) + 1));
  const blobs: Blobs = {
    ...stored,
    put: async (key, body, type) => {
      await stored.put(key, body, type);
      note(key);
    },
    putNew: async (key, body, type) => {
      if (versions.has(key)) return false;
      await blobs.put(key, body, type);
      return true;
    },
    get: async (key) => (versions.has(key) ? stored.get(key) : undefined),
    list: async function* (prefix, after) {
      for await (const keys of stored.list(prefix, after)) yield keys.filter((key) => versions.has(key));
    },
    size: async (key) => (versions.has(key) ? stored.size(key) : undefined),
  };
  const erasable: VersionedObjects = {
    versions: async function* (prefix, after = '') {
      const keys = [...versions.keys()].filter((key) => key.startsWith(prefix) && key > after);
      for (const key of keys.toSorted()) {
        const versionId = versions.get(key);
        if (versionId !== undefined)
          yield { key, versionId, etag: versionId, isLatest: true, bytes: (await blobs.size(key)) ?? 0 };
      }
    },
    text: async ({ key }) => {
      const blob = await blobs.get(key);
      return blob && new TextDecoder().decode(blob.bytes);
    },
    stream: async function* ({ key }) {
      yield (await blobs.get(key))?.bytes ?? new Uint8Array();
    },
    replace: async ({ key, etag }, text) => {
      if (versions.get(key) !== etag) return false;
      await blobs.put(key, text, 'application/json');
      return true;
    },
    remove: async ({ key, versionId }) => {
      if (versions.get(key) === versionId) versions.delete(key);
    },
  };
  return { blobs, erasable };
}
