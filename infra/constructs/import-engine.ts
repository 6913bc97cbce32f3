import { runImportEnv } from '@sluice/functions/run-import/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { DataBucket } from './data-bucket.ts';
import type { DataTable } from './data-table.ts';
import { together } from './grant.ts';
import { MailSender, type Sender } from './mail-sender.ts';
import { ServiceFunction } from './service-function.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import { WorkQueue } from './work-queue.ts';

export interface ImportEngineProps {
  readonly data: DataTable;
  readonly files: DataBucket;
  readonly webhooks: WebhookDelivery;
  readonly sender: Sender;
  readonly workers: number;
}

const timeout = Duration.minutes(5);
/** Of the function that records the undos in the flow. */
export const revertTimeout = Duration.minutes(1);

/** An import is validated, and applied if it is valid and no dry run. */
export class ImportEngine extends Construct {
  readonly imports: WorkQueue;
  /** Every undo that ended. The flow of the stage reads it. */
  readonly reverts: WorkQueue;

  constructor(scope: Construct, id: string, { data, files, webhooks, sender, workers }: ImportEngineProps) {
    super(scope, id);
    this.imports = new WorkQueue(this, 'Imports', {
      name: 'imports',
      consumerTimeout: timeout,
      impact:
        'An import is neither applied nor refused: its sender sees it validating or running without end.',
    });
    this.reverts = new WorkQueue(this, 'Reverts', {
      name: 'reverts',
      consumerTimeout: revertTimeout,
      impact:
        'The history of a run does not have that an operator reverted one of its imports, and nobody is notified.',
    });
    const mails = new MailSender(this, 'Sender', sender);
    const runImport = new ServiceFunction(this, 'RunImport', {
      folder: 'run-import',
      env: runImportEnv,
      given: together(
        data.grantFor('imports'),
        files.grantFor('readBodies', 'imports', 'images', 'changes'),
        webhooks.grantSendChanges(),
        mails.grantSend(),
        // An import that waits for another one comes again.
        this.imports.grantSend((url) => ({ IMPORT_QUEUE_URL: url })),
        this.reverts.grantSend((url) => ({ REVERTS_QUEUE_URL: url })),
      ),
      timeout,
      memoryMb: 1024,
      callsItself: true,
      impact:
        'Imports stop half way and resume later: callers see the records of one file change at different times.',
    });
    this.imports.feed(runImport, workers);
  }
}
