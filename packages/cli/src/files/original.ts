import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { findBuckets } from '../system/drop-bucket.ts';
import type { RunJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { saveFile } from './save-file.ts';

/**
 * Saves the dropped file of a run if it has the bytes that the run read. A mail names the file as its dropper did, who may have
 * corrected theirs since.
 * @throws CliError `failed` when the version is gone, its bytes differ, or the run has no hash; `usage` where another file is
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
  try {
    const bytes = await buckets.readVersion({ bucket, key, versionId });
    if (bytes === undefined)
      throw new CliError(
        'failed',
        `The version ${versionId} of ${printable(key)} is no longer in ${bucket === undefined ? 'the drop bucket' : printable(bucket)}.`,
      );
    const check = (found: string) => {
      if (found !== sha256)
        throw new CliError(
          'failed',
          `NOT THE FILE THAT THE RUN READ: expected the fingerprint ${sha256}; found ${found}. Nothing was saved.`,
        );
    };
    await saveFile({ file, option: '--original', check }, bytes, services);
    services.voice.say(`Saved the dropped file as ${printable(file)}; its fingerprint is ${sha256}.`);
  } finally {
    buckets.close();
  }
}
