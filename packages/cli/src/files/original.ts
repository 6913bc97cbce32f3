import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { printable } from '@sluice/mail/words';

import { findBuckets } from '../system/drop-bucket.ts';
import type { RunJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';

/**
 * Saves the dropped file of a run if it has the bytes that the run read. A file with other bytes stays as it is: a mail names
 * the file as its dropper did, who may have corrected it since.
 * @throws CliError `failed` when the version is gone, its bytes differ, or the run has no hash; `usage` for such a file
 */
export async function saveOriginal(
  { bucket, key, versionId, sha256 }: Pick<RunJson, 'bucket' | 'key' | 'versionId' | 'sha256'>,
  file: string,
  services: Services,
): Promise<void> {
  if (sha256 === null)
    throw new CliError(
      'failed',
      'The run has not read its file to the end: there is no fingerprint to compare it with.',
    );
  const buckets = await findBuckets(services);
  const path = resolve(services.cwd, file);
  const partly = `${path}.part`;
  try {
    if (await isAnother(path, sha256))
      throw new CliError(
        'usage',
        `--original ${printable(file)}: this file has other bytes than the dropped one. Nothing was saved; name another file.`,
      );
    const bytes = await buckets.readVersion({ bucket, key, versionId });
    if (bytes === undefined)
      throw new CliError(
        'failed',
        `The version ${versionId} of ${printable(key)} is no longer in ${bucket === undefined ? 'the drop bucket' : printable(bucket)}.`,
      );
    const hash = createHash('sha256');
    // In a folder of others, somebody may have put a link there.
    await rm(partly, { force: true });
    await writeFile(partly, hashed(bytes, hash), { flag: 'wx' });
    const found = hash.digest('hex');
    if (found !== sha256)
      throw new CliError(
        'failed',
        `NOT THE FILE THAT THE RUN READ: expected the fingerprint ${sha256}; found ${found}. Nothing was saved.`,
      );
    await rename(partly, path);
    services.voice.say(`Saved the dropped file as ${printable(file)}; its fingerprint is ${sha256}.`);
  } finally {
    await rm(partly, { force: true });
    buckets.close();
  }
}

/** Whether a file is there whose bytes have another hash. */
async function isAnother(path: string, sha256: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return false;
  const hash = createHash('sha256');
  for await (const _ of hashed(createReadStream(path), hash));
  return hash.digest('hex') !== sha256;
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
