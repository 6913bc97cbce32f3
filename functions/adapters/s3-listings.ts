import {
  ListObjectVersionsCommand,
  ListObjectsV2Command,
  S3Client,
  type DeleteMarkerEntry,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  type ObjectVersion,
  type _Object as S3Object,
} from '@aws-sdk/client-s3';
import type { ActServices } from '@sluice/flow/act/acts';
import { inbox, isDrop } from '@sluice/flow/read/arrivals';
import type { Seals } from '@sluice/flow/seal/seals';
import type { DefinitionFiles } from '@sluice/flow/sweep/announce-definitions';
import type { AnnounceDropsServices, InboxVersion } from '@sluice/flow/sweep/announce-drops';
import type { InboxPlace } from '@sluice/ledger';
import type { Outside } from './outside.ts';
import { isNamed } from './s3-errors.ts';
import { createS3Files } from './s3-files.ts';

/** The objects below a prefix, in the order of their keys. */
export async function* objectsIn(
  client: S3Client,
  place: Pick<ListObjectsV2CommandInput, 'Bucket' | 'Prefix' | 'Delimiter' | 'MaxKeys'>,
): AsyncGenerator<S3Object> {
  let ContinuationToken: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ ...place, ContinuationToken, EncodingType: 'url' }),
    );
    yield* decoded(page.Contents);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** XML cannot hold every key (a carriage return becomes a line feed), so listings are asked for in URL encoding. */
function decoded<T extends { readonly Key?: string | undefined }>(listed: readonly T[] = []): T[] {
  return listed.map((one) => ({ ...one, Key: decodedKey(one.Key) }));
}

function decodedKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : decodeURIComponent(key.replaceAll('+', ' '));
}

/** The keys of objects right below a prefix, not those in folders below it. */
export function createKeyList(outside: Outside, bucket: string) {
  return (prefix: string): Promise<string[]> =>
    keysIn(outside.client(S3Client), { Bucket: bucket, Prefix: prefix, Delimiter: '/' });
}

async function keysIn(...listing: Parameters<typeof objectsIn>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Key } of objectsIn(...listing)) if (Key !== undefined) keys.push(Key);
  return keys;
}

/** The seals of the history, one object a day. */
export function createS3Seals(outside: Outside, bucket: string): Seals {
  const prefix = 'seals/';
  return {
    files: createS3Files(outside, bucket),
    days: async () => {
      const keys = await keysIn(outside.client(S3Client), { Bucket: bucket, Prefix: prefix });
      return keys.map((key) => key.slice(prefix.length, -'.json'.length)).toSorted();
    },
    lists: async (day) => {
      const below = `heads/${day}/`;
      const keys = await keysIn(outside.client(S3Client), { Bucket: bucket, Prefix: below });
      return keys.map((key) => key.slice(below.length, -'.jsonl'.length));
    },
  };
}

export function createS3Inbox(
  outside: Outside,
  bucket: string,
): AnnounceDropsServices['inbox'] & ActServices['inbox'] {
  return {
    versionsOf: async (key) => {
      const pages = versionPages(outside.client(S3Client), { Bucket: bucket, Prefix: key });
      // The first page has the newest thousand. Keys that only begin with this one come later.
      for await (const { versions } of pages)
        return versions.flatMap(({ Key, VersionId }) => (Key === key && VersionId ? VersionId : []));
      return [];
    },
    // S3 lists at most a thousand versions at once.
    page: async (after) => {
      const place = { Bucket: bucket, Prefix: inbox };
      const read = (from?: InboxPlace) => versionPage(outside.client(S3Client), place, from);
      const { versions, next } = await read(after).catch((error: unknown) => {
        // Should S3 refuse the id of a version that was erased since, the pass begins again.
        if (after !== undefined && isNamed(error, 'InvalidArgument')) return read();
        throw error;
      });
      return { versions: versions.flatMap((version) => inboxVersion(bucket, version)), next };
    },
  };
}

function inboxVersion(
  bucket: string,
  {
    Key: key,
    VersionId: versionId = 'null',
    Size: bytes = 0,
    LastModified: landedAt,
    ...more
  }: ObjectVersion,
): InboxVersion[] {
  if (key === undefined || landedAt === undefined || !isDrop({ key, bytes })) return [];
  const droppedBy = more.Owner?.ID ?? 'unknown';
  // The ETag of such an upload ends with the number of its parts.
  const inParts = more.ETag?.includes('-') ?? false;
  return [{ bucket, key, versionId, bytes, droppedBy, landedAt, inParts }];
}

/**
 * The definitions of migrations. It lists versions, since a deleted file leaves only a marker. Files in folders below
 * are not definitions.
 */
export function createS3Definitions(outside: Outside, bucket: string): DefinitionFiles {
  return {
    keysSince: async (time) => {
      const keys: string[] = [];
      const place = { Bucket: bucket, Prefix: 'migrations/', Delimiter: '/' };
      for await (const { versions, markers } of versionPages(outside.client(S3Client), place)) {
        const gone = markers.filter(({ LastModified }) => LastModified === undefined || LastModified >= time);
        const newest = [...versions, ...gone].filter(({ IsLatest }) => IsLatest);
        keys.push(...newest.flatMap(({ Key }) => Key ?? []));
      }
      return keys;
    },
  };
}

/** All versions below a prefix, by key, page by page. */
export async function* versionPages(client: S3Client, place: VersionsBelow): AsyncGenerator<VersionPage> {
  let after: InboxPlace | undefined;
  do {
    const page = await versionPage(client, place, after);
    yield page;
    after = page.next;
  } while (after !== undefined);
}

type VersionsBelow = Pick<ListObjectVersionsCommandInput, 'Bucket' | 'Prefix' | 'Delimiter' | 'KeyMarker'>;

interface VersionPage {
  readonly versions: ObjectVersion[];
  readonly markers: DeleteMarkerEntry[];
  readonly next: InboxPlace | undefined;
}

async function versionPage(client: S3Client, place: VersionsBelow, after?: InboxPlace): Promise<VersionPage> {
  const from = after && { KeyMarker: after.key, VersionIdMarker: after.versionId };
  const page: ListObjectVersionsCommandOutput = await client.send(
    new ListObjectVersionsCommand({ ...place, ...from, EncodingType: 'url' }),
  );
  const key = page.IsTruncated ? decodedKey(page.NextKeyMarker) : undefined;
  return {
    versions: decoded(page.Versions),
    markers: decoded(page.DeleteMarkers),
    next: key === undefined ? undefined : { key, versionId: page.NextVersionIdMarker },
  };
}
