export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  /** Of its bytes. */
  readonly etag: string;
  readonly isLatest: boolean;
  readonly bytes: number;
}

type VersionRef = Pick<ObjectVersion, 'key' | 'versionId'>;

/** The versions of the objects of one bucket. */
export interface VersionedObjects {
  /** By key, only keys after this one; each key's newest version first. */
  versions(prefix: string, after?: string): AsyncIterable<ObjectVersion>;
  /** Undefined if it is gone. */
  text(version: VersionRef): Promise<string | undefined>;
  /** A newer version, unless there is one already: then false. */
  replace(version: ObjectVersion, text: string): Promise<boolean>;
  /** For good. No error if it is gone. */
  remove(version: VersionRef): Promise<void>;
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

/** What others replace or remove meanwhile, such as an erase of another record, is looked at again. */
async function eraseObject(
  key: string,
  versions: readonly ObjectVersion[],
  erasing: Erasing,
): Promise<Erased> {
  const { objects, judge, isText = () => true, dryRun } = erasing;
  let how: Erased['how'];
  let isOvertaken = false;
  for (const version of versions) {
    const isRead = version.bytes <= mostErasableBytes && isText(key);
    const text = isRead ? await objects.text(version) : undefined;
    if (isRead && text === undefined) {
      isOvertaken = true;
      continue;
    }
    const judged = await judge(key, text, version);
    if (judged === 'clean') continue;
    const isRewritten = judged !== 'remove' && version.isLatest;
    how ??= isRewritten ? 'rewritten' : 'removed';
    if (dryRun) continue;
    const isReplaced = isRewritten && (await objects.replace(version, judged.text));
    isOvertaken ||= version.isLatest && !isReplaced;
    await objects.remove(version);
  }
  if (!isOvertaken || dryRun) return { key, ...(how && { how }) };
  const again = await eraseObject(key, await versionsOf(key, objects), erasing);
  return { ...again, ...(how && { how }) };
}

async function versionsOf(key: string, objects: VersionedObjects): Promise<ObjectVersion[]> {
  const versions: ObjectVersion[] = [];
  for await (const version of objects.versions(key)) {
    if (version.key !== key) break;
    versions.push(version);
  }
  return versions;
}
