import { sha256 as hashOf } from '@sluice/aws-kit/hash-chain';
import { uploadIdOf, type Migrations, type NewUpload } from '@sluice/ledger';
import { migrationOfKey } from '@sluice/ledger/migrations';
import { ObjectNotDecrypted, ObjectNotFound, type Files, type ObjectAbout } from '../ports.ts';
import { isSwept, uploadsIn, type ArrivalMessage, type Drop } from '../read/arrivals.ts';
import { textOf } from '../read/current-text.ts';
import { dropperOf, nameGiven } from '../read/dropper.ts';

export interface RecordUploadsServices {
  /** The drop bucket. */
  readonly drops: Pick<Files, 'about' | 'stream'>;
  readonly dropBucket: string;
  readonly migrations: Pick<Migrations, 'recordUpload' | 'upload'>;
}

/** Definitions and profiles are small, and only they have a hash: a run has that of its file. */
const mostHashed = 1024 * 1024;

/**
 * Records who uploaded profiles, definitions and files of migrations, by the events of S3. The sweep announces definitions again
 * without knowing that, so what it announces is left out.
 */
export async function recordUploads(message: ArrivalMessage, services: RecordUploadsServices): Promise<void> {
  if (isSwept(message)) return;
  for (const upload of uploadsIn(message))
    if (upload.bucket === services.dropBucket) await record(upload, services);
}

async function record(upload: Drop, services: RecordUploadsServices): Promise<void> {
  const { bucket, key, versionId, bytes, droppedBy, droppedFrom } = upload;
  const { drops, migrations } = services;
  const uploadId = uploadIdOf(upload);
  if (await migrations.upload(uploadId)) return;
  const about = await unlessGone<ObjectAbout | undefined>(() => drops.about({ key, versionId }));
  const sha256 = isSettings(upload)
    ? await unlessGone(async () => hashOf(await textOf(drops.stream({ key, versionId }))))
    : undefined;
  await migrations.recordUpload({
    ...{ uploadId, bucket, key, versionId, bytes },
    ...(sha256 !== undefined && { sha256 }),
    ...dropperOf(droppedBy, about?.metadata),
    ...personIn(droppedBy, about?.metadata),
    ...(droppedFrom !== undefined && { droppedFrom }),
  });
}

/** Whoever saves a profile at the console: S3 knows the role of the console, so their name stands behind it. */
function personIn(principal: string, metadata: ObjectAbout['metadata'] = {}): Partial<NewUpload> {
  const droppedBy = 'sluice-person' in metadata ? nameGiven(metadata) : undefined;
  return droppedBy === undefined ? {} : { droppedBy, principal };
}

const isSettings = ({ key, bytes }: Drop): boolean =>
  bytes <= mostHashed && (migrationOfKey(key) !== undefined || key.startsWith('profiles/'));

/** Undefined for a version that is no longer there, or that we may not decrypt. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectNotFound || error instanceof ObjectNotDecrypted) return undefined;
    throw error;
  }
}
