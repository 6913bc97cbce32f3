import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { expiring, lifecycleOf } from '../settings/retention.ts';
import type { Stage } from '../settings/settings.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { PrivateBucket } from './private-bucket.ts';

type DataEnv = { readonly DATA_BUCKET: string };

const read = ['s3:GetObject'];
const write = ['s3:PutObject'];
const both = [...read, ...write];

/** What functions do with the objects of the bucket. */
const uses = {
  /** What imports sent. */
  bodies: { prefix: 'bodies/', actions: both },
  readBodies: { prefix: 'bodies/', actions: read },
  /** The outcomes and previews of imports. */
  imports: { prefix: 'imports/', actions: both },
  /** The plans of imports, with before-images. */
  images: { prefix: 'images/', actions: both },
  /** Shows whether an import can still be undone. */
  readImages: { prefix: 'images/', actions: read },
  /** The records before and after a call that was no import. */
  writes: { prefix: 'writes/', actions: both },
  readWrites: { prefix: 'writes/', actions: read },
  writeWrites: { prefix: 'writes/', actions: write },
  readDocuments: { prefix: 'documents/', actions: read },
  /** `s3:GetObject` also gives the size, which shows whether an upload to a signed address arrived. */
  writeDocuments: { prefix: 'documents/', actions: both },
  /** Change sets for webhooks. */
  changes: { prefix: 'changes/', actions: both },
  writeChanges: { prefix: 'changes/', actions: write },
  readChanges: { prefix: 'changes/', actions: read },
  deliveries: { prefix: 'deliveries/', actions: both },
};

/** What is too large for an item: the bodies and outcomes of imports, and documents. */
export class DataBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { accessLogs, keep }: { readonly accessLogs: AccessLogs; readonly keep: Stage['keep'] },
  ) {
    super(scope, id, {
      existing: stageAround(scope).buckets.data,
      accessLogs,
      lifecycle: lifecycleOf('data', keep.days),
      keepReplaced: Duration.days(keep.replaced),
    });
  }

  /** Rewrites what imports and webhooks keep, and removes versions of it for good. */
  grantErase(): Grant<DataEnv> {
    const kept = expiring.filter(({ bucket }) => bucket === 'data').map(({ prefix }) => prefix);
    return this.grantVersions({ DATA_BUCKET: this.bucket.bucketName }, kept, 's3:DeleteObjectVersion');
  }

  grantFor(...names: readonly (keyof typeof uses)[]): Grant<DataEnv> {
    return this.grant({ DATA_BUCKET: this.bucket.bucketName }, ...names.map((name) => uses[name]));
  }
}
