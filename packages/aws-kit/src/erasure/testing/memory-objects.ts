import type { VersionedObjects } from '../erase-below.ts';

export interface MemoryObjects extends VersionedObjects {
  /** By key, the texts of all versions, newest first. */
  readonly texts: (key: string) => string[];
  readonly everything: () => string;
  readonly put: (key: string, text: string) => Promise<void>;
}

/** A bucket with versions. Every write and removal calls `acts` first, which may throw. */
export function createMemoryObjects(acts: () => void = () => undefined): MemoryObjects {
  const stored = new Map<string, { versionId: string; text: string }[]>();
  let made = 0;
  const versionsOf = (key: string) => stored.get(key) ?? [];
  const put = (key: string, text: string): void => {
    acts();
    stored.set(key, [{ versionId: `v${(made += 1)}`, text }, ...versionsOf(key)]);
  };
  return {
    versions: async function* (prefix, after = '') {
      for (const key of [...stored.keys()].toSorted().filter((one) => one.startsWith(prefix) && one > after))
        for (const [at, { versionId, text }] of [...versionsOf(key)].entries())
          yield { key, versionId, etag: text, isLatest: at === 0, bytes: text.length };
    },
    text: async ({ key, versionId }) => versionsOf(key).find((one) => one.versionId === versionId)?.text,
    stream: async function* ({ key, versionId }) {
      yield Buffer.from(versionsOf(key).find((one) => one.versionId === versionId)?.text ?? '');
    },
    put: async (key, text) => put(key, text),
    replace: async ({ key, etag }, text) => {
      if (versionsOf(key)[0]?.text !== etag) return false;
      put(key, text);
      return true;
    },
    remove: async ({ key, versionId }) => {
      acts();
      stored.set(
        key,
        versionsOf(key).filter((one) => one.versionId !== versionId),
      );
    },
    texts: (key) => versionsOf(key).map(({ text }) => text),
    everything: () => [...stored.values()].flatMap((all) => all.map(({ text }) => text)).join('\n'),
  };
}

/** Objects before whose call of this number something else happens. */
export function overtakenAt(
  at: number,
  objects: VersionedObjects,
  act: () => Promise<void>,
): VersionedObjects {
  let calls = 0;
  const turn = async (): Promise<void> => {
    if ((calls += 1) === at) await act();
  };
  return {
    versions: async function* (prefix, after) {
      for await (const version of objects.versions(prefix, after)) {
        await turn();
        yield version;
      }
    },
    text: async (version) => (await turn(), objects.text(version)),
    stream: objects.stream,
    replace: async (version, text) => (await turn(), objects.replace(version, text)),
    remove: async (version) => (await turn(), objects.remove(version)),
  };
}
