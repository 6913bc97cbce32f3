import { readDropEnv, type ApprovalSettings } from '@sluice/functions/read-drop/env';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { FlowParts } from './flow-parts.ts';
import { setting, together } from './grant.ts';
import { ServiceFunction } from './service-function.ts';
import type { Tracking } from './tracking.ts';
import type { Uploading } from './uploading.ts';
import { WorkQueue } from './work-queue.ts';

export interface ReadingProps extends FlowParts {
  readonly tracking: Tracking;
  readonly approval: ApprovalSettings;
  readonly workers: number;
  /** Where people drop in the console, if there is one. */
  readonly uploading: Uploading | undefined;
}

const timeout = Duration.minutes(5);

/** A drop arrives and is read into batches. */
export class Reading extends Construct {
  readonly arrivals: WorkQueue;

  constructor(scope: Construct, id: string, props: ReadingProps) {
    super(scope, id);
    this.arrivals = new WorkQueue(this, 'Arrivals', {
      name: 'arrivals',
      consumerTimeout: timeout,
      impact: 'A dropped sheet is not read, and the person who dropped it is not notified.',
    });
    const readDrop = new ServiceFunction(this, 'ReadDrop', {
      folder: 'read-drop',
      env: readDropEnv,
      given: together(
        props.drops.grantRead(),
        props.files.grantUpload(),
        props.ledger.grantFor('readDrop'),
        props.tracking.grantStart(),
        props.service.grantAddress(),
        setting(props.ledger.lostTime()),
        props.uploading?.roleId() ?? setting({}),
        setting({
          DEFAULT_EMAILS: props.defaultEmails.join(','),
          APPROVAL: JSON.stringify(props.approval),
        }),
      ),
      timeout,
      memoryMb: 1769,
      impact: 'Dropped sheets are not read to their end: the people who dropped them wait in vain.',
    });
    this.arrivals.feed(readDrop, props.workers);
  }
}
