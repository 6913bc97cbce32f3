import { sweepEnv } from '@sluice/functions/sweep/env';
import { Aws, Duration } from 'aws-cdk-lib';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeVersions } from './acknowledge.ts';
import type { DropBucket } from './drop-bucket.ts';
import { together } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { Reading } from './reading.ts';
import { Operations } from './operations.ts';
import { ServiceFunction } from './service-function.ts';
import type { Tracking } from './tracking.ts';

export interface SweepProps {
  readonly drops: DropBucket;
  readonly ledger: LedgerTable;
  readonly reading: Reading;
  readonly tracking: Tracking;
}

/** An object without a run is found 10 minutes after it landed at the earliest, so 25 minutes after it at the latest. */
const every = Duration.minutes(15);

/** Nothing is left in limbo: drops whose event was lost, runs whose execution is gone. */
export class Sweep extends Construct {
  readonly schedule: Schedule;

  constructor(scope: Construct, id: string, { drops, ledger, reading, tracking }: SweepProps) {
    super(scope, id);
    const sweep = new ServiceFunction(this, 'Sweep', {
      folder: 'sweep',
      env: sweepEnv,
      given: together(
        drops.grantListVersions(),
        ledger.grantReadWrite(),
        reading.arrivals.grantSend((url) => ({ ARRIVAL_QUEUE_URL: url })),
        tracking.grantRestart(),
      ),
      timeout: Duration.minutes(5),
      memoryMb: 512,
      impact: 'Drops and runs that something lost stay lost: the people behind them wait without a word.',
    });
    const { logGroup } = sweep;
    Operations.of(this).alarmOnLines(this, {
      name: 'unreadable-runs',
      code: 'ledger_item_unreadable',
      impact: 'The run of somebody who dropped a sheet cannot be read from the ledger, and stands still.',
      logGroup,
    });
    Operations.of(this).alarmOnLines(this, {
      name: 'runs-past-horizon',
      code: 'run_past_horizon',
      impact: 'Somebody has waited for the end of a drop for more than three days, which is never foreseen.',
      logGroup,
    });
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    this.schedule = new Schedule(this, 'Schedule', {
      schedule: ScheduleExpression.rate(every),
      // The next sweep does what a missed one left; older calls would only pile up.
      target: new LambdaInvoke(sweep.lambda, { role, retryAttempts: 2, maxEventAge: every }),
    });
    acknowledgeVersions(role, sweep.lambda);
  }
}
