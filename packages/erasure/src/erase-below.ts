export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly bytes: number;
}

/** The versions of the objects of one bucket. */
export interface VersionedObjects {
  /** By key, only keys after this one; each key's newest version first. */
  versions(prefix: string, after?: string): AsyncIterable<ObjectVersion>;
  text(version: ObjectVersion): Promise<string>;
  put(key: string, text: string): Promise<void>;
  /** For good. No error if it is gone. */
  remove(version: ObjectVersion): Promise<void>;
}

/** What becomes of an object: it stays, it is removed whole, or it gets another text. */
export type Judged = 'clean' | 'remove' | { readonly text: string };

export interface Erasing {
  readonly objects: VersionedObjects;
  /** The text is undefined if the object has none or is too large to be read. A text that it returned is clean. */
  readonly judge: (key: string, text: string | undefined, version: ObjectVersion) => Judged | Promise<Judged>;
  /** Whether an object has a text; each has one when absent. */
  readonly isText?: (key: string) => boolean;
  /** Only to find out. */
  readonly dryRun: boolean;
  readonly after?: string | undefined;
}

export interface Erased {
  readonly key: string;
  /** Undefined if it holds nothing of the record. */
  readonly how?: 'rewritten' | 'removed';
}

/** Larger objects are not read: rewriting them takes longer than a function may. */
export const mostErasableBytes = 48 * 1024 * 1024;

/**
 * Erases object by object, so that the caller can stop after any of them. A new text is put before the old versions go: after a
 * crash, a repeat finds the versions that are left.
 */
export async function* eraseBelow(prefix: string, erasing: Erasing): AsyncGenerator<Erased> {
  let versions: ObjectVersion[] = [];
  for await (const version of erasing.objects.versions(prefix, erasing.after)) {
    if (versions[0] !== undefined && versions[0].key !== version.key) {
      yield await eraseObject(versions[0].key, versions, erasing);
      versions = [];
    }
    versions.push(version);
  }
  if (versions[0] !== undefined) yield await eraseObject(versions[0].key, versions, erasing);
}

async function eraseObject(
  key: string,
  versions: readonly ObjectVersion[],
  { objects, judge, isText = () => true, dryRun }: Erasing,
): Promise<Erased> {
  let how: Erased['how'];
  for (const version of versions) {
    const isRead = version.bytes <= mostErasableBytes && isText(key);
    const judged = await judge(key, isRead ? await objects.text(version) : undefined, version);
    if (judged === 'clean') continue;
    const isRewritten = judged !== 'remove' && version.isLatest;
    how ??= isRewritten ? 'rewritten' : 'removed';
    if (dryRun) continue;
    if (isRewritten) await objects.put(key, judged.text);
    await objects.remove(version);
  }
  return { key, ...(how && { how }) };
}
