import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

/** All versions below a prefix of a bucket, by key, page by page. */
export async function* versionPages(
  client: S3Client,
  place: Pick<ListObjectVersionsCommandInput, 'Bucket' | 'Prefix' | 'Delimiter'>,
): AsyncGenerator<ListObjectVersionsCommandOutput> {
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from !== undefined) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ ...place, ...from }),
    );
    yield page;
    from = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}
