import { submitBatchEnv } from '@sluice/functions/submit-batch/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { FlowParts } from './flow-parts.ts';
import { setting, together } from './grant.ts';
import { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

export interface SubmissionProps extends Pick<FlowParts, 'files' | 'ledger' | 'service'> {
  readonly workers: number;
}

/** The call of `import` gives up after 20 s; the rest is for recording how it ended. */
const timeout = Duration.seconds(30);

/** A batch is sent, first as a dry run. When every batch of the run has passed, it is sent for real. */
export class Submission extends Construct {
  readonly batches: WorkQueue;

  constructor(scope: Construct, id: string, { files, ledger, service, workers }: SubmissionProps) {
    super(scope, id);
    this.batches = new WorkQueue(this, 'Batches', {
      name: 'batches',
      consumerTimeout: timeout,
      impact: 'Rows of a drop are not sent: the person who dropped it waits for a run that does not move.',
    });
    const submitBatch = new ServiceFunction(this, 'SubmitBatch', {
      folder: 'submit-batch',
      env: submitBatchEnv,
      given: together(
        files.grantReadWrite(),
        ledger.grantFor('submitBatch'),
        service.grantCall(),
        service.expectations(),
        setting(ledger.lostTime()),
      ),
      timeout,
      memoryMb: 512,
      impact: 'Batches are left half sent: a person may have to find out whether rows of a drop landed.',
    });
    this.batches.feed(submitBatch, workers);
  }
}
