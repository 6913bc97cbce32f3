import { uploadIdOf, type Migrations, type NewUpload } from '@sluice/ledger';
import type { ObjectAbout } from '../ports.ts';
import { dropperOf } from './dropper.ts';

export type Uploader = Pick<NewUpload, 'droppedBy' | 'principal' | 'droppedFrom'>;

/** Nothing but a principal that S3 reported is certain, so a name alone stands behind this one. */
const notKnown = 'unknown';

/**
 * Who uploaded a version of a file of a migration or of a profile: by the principal that S3 reported, which the ledger has. Before
 * that event, or without one, by the name that the uploader gave, as a claim.
 */
export async function uploaderOf(
  version: Pick<NewUpload, 'bucket' | 'key' | 'versionId'>,
  metadata: ObjectAbout['metadata'] | undefined,
  { migrations }: { readonly migrations: Pick<Migrations, 'upload'> },
): Promise<Uploader> {
  const known = await migrations.upload(uploadIdOf(version));
  if (known === undefined) return dropperOf(notKnown, metadata);
  const { droppedBy, principal, droppedFrom } = known;
  return { droppedBy, ...(principal && { principal }), ...(droppedFrom && { droppedFrom }) };
}
