import { sha256 as hashOf } from '@sluice/aws-kit/hash-chain';
import type { DefinitionUpload, Migrations } from '@sluice/ledger';
import { keyOfMigration, readDefinition, type ReadDefinition } from '@sluice/ledger/migrations';
import type { Clock, Files } from '../ports.ts';
import { currentText } from '../read/current-text.ts';
import { uploaderOf } from '../read/uploader.ts';

export interface DefinitionServices {
  /** The drop bucket. */
  readonly drops: Pick<Files, 'get'>;
  readonly now: Clock;
}

export interface UploadedDefinitionServices extends DefinitionServices {
  readonly drops: Pick<Files, 'get' | 'about' | 'stream'>;
  readonly dropBucket: string;
  readonly migrations: Pick<Migrations, 'upload'>;
}

/** The file of a migration as it is now; undefined if there is none. */
export async function currentDefinition(
  name: string,
  { drops, now }: DefinitionServices,
): Promise<ReadDefinition | undefined> {
  const text = await drops.get(keyOfMigration(name));
  return text === undefined ? undefined : readDefinition(name, text, now());
}

/** The same, with who uploaded it. */
export async function uploadedDefinition(
  name: string,
  services: UploadedDefinitionServices,
): Promise<{ readonly read: ReadDefinition; readonly upload: DefinitionUpload } | undefined> {
  const { drops, dropBucket: bucket, now } = services;
  const key = keyOfMigration(name);
  const found = await currentText(key, drops);
  if (found === undefined) return undefined;
  const { text, versionId = 'null', metadata } = found;
  const sha256 = hashOf(text);
  const by = await uploaderOf({ bucket, key, versionId }, metadata, services);
  return { read: readDefinition(name, text, now()), upload: { bucket, key, versionId, sha256, ...by } };
}
