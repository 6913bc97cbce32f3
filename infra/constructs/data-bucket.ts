import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AccessLogs } from './access-logs.ts';
import type { Grant } from './grant.ts';
import { PrivateBucket } from './private-bucket.ts';

type DataEnv = { readonly DATA_BUCKET: string };

/** What is too large for an item: the bodies and outcomes of imports, and documents. */
export class DataBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, props: { readonly accessLogs: AccessLogs }) {
    super(scope, id, {
      accessLogs: props.accessLogs,
      lifecycle: [
        // Long after the last message about one.
        { prefix: 'changes/', expiration: Duration.days(30) },
        { prefix: 'deliveries/', expiration: Duration.days(90) },
        // Until then an import can be undone.
        { prefix: 'images/', expiration: Duration.days(90) },
      ],
      keepReplaced: Duration.days(30),
    });
  }

  /** The bodies, outcomes and previews of imports. */
  grantImports(): Grant<DataEnv> {
    return this.#grant('imports/', ['s3:GetObject', 's3:PutObject']);
  }

  /** The plans of imports, with before-images. */
  grantImages(): Grant<DataEnv> {
    return this.#grant('images/', ['s3:GetObject', 's3:PutObject']);
  }

  /** Shows whether an import can still be undone. */
  grantReadImages(): Grant<DataEnv> {
    return this.#grant('images/', ['s3:GetObject']);
  }

  grantReadDocuments(): Grant<DataEnv> {
    return this.#grant('documents/', ['s3:GetObject']);
  }

  /** `s3:GetObject` also gives the size, which shows whether an upload to a signed address arrived. */
  grantWriteDocuments(): Grant<DataEnv> {
    return this.#grant('documents/', ['s3:GetObject', 's3:PutObject']);
  }

  /** Change sets for webhooks. */
  grantChanges(): Grant<DataEnv> {
    return this.#grant('changes/', ['s3:GetObject', 's3:PutObject']);
  }

  grantWriteChanges(): Grant<DataEnv> {
    return this.#grant('changes/', ['s3:PutObject']);
  }

  grantReadChanges(): Grant<DataEnv> {
    return this.#grant('changes/', ['s3:GetObject']);
  }

  /** The events of deliveries. */
  grantDeliveries(): Grant<DataEnv> {
    return this.#grant('deliveries/', ['s3:GetObject', 's3:PutObject']);
  }

  #grant(prefix: string, actions: readonly string[]): Grant<DataEnv> {
    return {
      env: { DATA_BUCKET: this.bucket.bucketName },
      allow: (role) => {
        this.allow(role, { prefix, actions });
        this.allowList(role);
      },
    };
  }
}
