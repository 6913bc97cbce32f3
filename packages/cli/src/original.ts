import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import { printable } from './columns.ts';
import { openBuckets } from './drop-bucket.ts';
import type { RunJson } from './run-json.ts';
import { findRunningSystem } from './running-system.ts';
import type { Services } from './services.ts';

/**
 * Saves the file of a run as it was dropped, when its bytes are those that the run read. Whatever lies at the place stays when they are not.
 * @throws CliError `failed` when the version is gone, when its bytes are others, or when the run knows no hash of it
 */
export async function saveOriginal(
  { bucket, key, versionId, sha256 }: Pick<RunJson, 'bucket' | 'key' | 'versionId' | 'sha256'>,
  file: string,
  services: Services,
): Promise<void> {
  if (sha256 === null)
    throw new CliError('failed', 'The run has not read its file to the end: there is no hash to hold it to.');
  const buckets = openBuckets(await findRunningSystem(services));
  const path = resolve(services.cwd, file);
  const partly = `${path}.part`;
  try {
    const bytes = await buckets.readVersion({ bucket, key, versionId });
    if (bytes === undefined)
      throw new CliError(
        'failed',
        `The version ${versionId} of ${printable(key)} is not in ${bucket === undefined ? 'the drop bucket' : printable(bucket)} any more.`,
      );
    const hash = createHash('sha256');
    await writeFile(partly, hashed(bytes, hash));
    const found = hash.digest('hex');
    if (found !== sha256)
      throw new CliError(
        'failed',
        `NOT THE FILE THAT WAS READ: expected the sha256 ${sha256}; found ${found}. Nothing was saved.`,
      );
    await rename(partly, path);
    services.voice.say(`Saved the file as it was dropped as ${printable(file)}; its sha256 is ${sha256}.`);
  } finally {
    await rm(partly, { force: true });
    buckets.close();
  }
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
