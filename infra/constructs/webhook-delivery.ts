import { deliverWebhooksEnv } from '@sluice/functions/deliver-webhooks/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AuditBucket } from './audit-bucket.ts';
import type { DataBucket } from './data-bucket.ts';
import type { DataTable } from './data-table.ts';
import { together, type Grant } from './grant.ts';
import { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

export interface WebhookDeliveryProps {
  readonly data: DataTable;
  readonly files: DataBucket;
  /** What calls wrote enters its chain. */
  readonly audit: AuditBucket;
  readonly workers: number;
}

/** A try gives up after 10 s. Making the deliveries of a large change set takes longer. */
const timeout = Duration.seconds(60);

/** Changes are delivered to webhooks, and what calls wrote enters the chain. */
export class WebhookDelivery extends Construct {
  readonly #changes: WorkQueue;
  readonly #deliveries: WorkQueue;

  constructor(scope: Construct, id: string, { data, files, audit, workers }: WebhookDeliveryProps) {
    super(scope, id);
    this.#changes = new WorkQueue(this, 'Changes', {
      name: 'changes',
      consumerTimeout: timeout,
      impact:
        'Receivers of webhooks miss changes, and no delivery shows that something is missing; or what a call wrote is not in the chain.',
    });
    this.#deliveries = new WorkQueue(this, 'Deliveries', {
      name: 'deliveries',
      consumerTimeout: timeout,
      impact: 'A delivery to a webhook is no longer tried, and its receiver misses changes.',
    });
    const deliverWebhooks = new ServiceFunction(this, 'DeliverWebhooks', {
      folder: 'deliver-webhooks',
      env: deliverWebhooksEnv,
      given: together(
        data.grantFor('deliveries'),
        files.grantFor('readChanges', 'deliveries', 'readWrites'),
        audit.grantAppend(),
        this.grantSendChanges(),
        this.grantSendDeliveries(),
      ),
      timeout,
      memoryMb: 512,
      callsItself: true,
      impact: 'Receivers of webhooks get changes late; a receiver that fails itself is not the reason.',
    });
    this.#changes.feed(deliverWebhooks, workers);
    this.#deliveries.feed(deliverWebhooks, workers);
  }

  grantSendChanges(): Grant<{ readonly CHANGES_QUEUE_URL: string }> {
    return this.#changes.grantSend((url) => ({ CHANGES_QUEUE_URL: url }));
  }

  grantSendDeliveries(): Grant<{ readonly DELIVERIES_QUEUE_URL: string }> {
    return this.#deliveries.grantSend((url) => ({ DELIVERIES_QUEUE_URL: url }));
  }
}
