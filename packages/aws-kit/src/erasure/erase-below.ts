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
  /** Undefined if it is gone. @throws UnreadableObject */
  text(version: VersionRef): Promise<string | undefined>;
  /** @throws UnreadableObject */
  stream(version: VersionRef): AsyncIterable<Uint8Array>;
  /** A newer version, unless there is one already: then false. */
  replace(version: ObjectVersion, text: string): Promise<boolean>;
  /** For good. No error if it is gone. */
  remove(version: VersionRef): Promise<void>;
}

/** It is there, and cannot be read, now or later. */
export class UnreadableObject extends Error {
  override readonly name = 'UnreadableObject';
}

/** What becomes of an object: it stays, or does so since it cannot be searched; it is removed whole, or gets another text. */
export type Judged = 'clean' | 'unread' | 'remove' | { readonly text: string };

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
  /** A version of it stays that cannot be searched. */
  readonly isUnread?: true;
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
  const { objects, dryRun } = erasing;
  let how: Erased['how'];
  let [isOvertaken, isUnread] = [false, false];
  for (const version of versions) {
    const judged = await judgedVersion(version, erasing);
    isOvertaken ||= judged === 'gone';
    isUnread ||= judged === 'unread';
    if (judged === 'clean' || judged === 'unread' || judged === 'gone') continue;
    const isRewritten = judged !== 'remove' && version.isLatest;
    how ??= isRewritten ? 'rewritten' : 'removed';
    if (dryRun) continue;
    const isReplaced = isRewritten && (await objects.replace(version, judged.text));
    isOvertaken ||= version.isLatest && !isReplaced;
    await objects.remove(version);
  }
  if (!isOvertaken || dryRun) return { key, ...(how && { how }), ...(isUnread && { isUnread }) };
  const again = await eraseObject(key, await versionsOf(key, objects), erasing);
  return { ...again, ...(how && { how }) };
}

async function judgedVersion(
  version: ObjectVersion,
  { objects, judge, isText = () => true }: Erasing,
): Promise<Judged | 'gone'> {
  const { key, bytes } = version;
  try {
    const isRead = bytes <= mostErasableBytes && isText(key);
    const text = isRead ? await objects.text(version) : undefined;
    return isRead && text === undefined ? 'gone' : await judge(key, text, version);
  } catch (error) {
    if (error instanceof UnreadableObject) return 'unread';
    throw error;
  }
}

async function versionsOf(key: string, objects: VersionedObjects): Promise<ObjectVersion[]> {
  const versions: ObjectVersion[] = [];
  for await (const version of objects.versions(key)) {
    if (version.key !== key) break;
    versions.push(version);
  }
  return versions;
}
