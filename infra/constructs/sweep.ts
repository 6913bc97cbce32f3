import { sweepEnv } from '@sluice/functions/sweep/env';
import { Duration } from 'aws-cdk-lib';
import { ScheduleExpression, type Schedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { DropBucket } from './drop-bucket.ts';
import { together } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { Migrations } from './migrations.ts';
import type { Reading } from './reading.ts';
import { Operations } from './operations.ts';
import { ServiceFunction } from './service-function.ts';
import { Timer } from './timer.ts';
import type { Tracking } from './tracking.ts';

export interface SweepProps {
  readonly drops: DropBucket;
  readonly ledger: LedgerTable;
  readonly reading: Reading;
  readonly tracking: Tracking;
  readonly migrations: Migrations;
}

/** An object without a run is found a minute after it landed at the earliest, so 16 minutes after it at the latest. */
const every = Duration.minutes(15);

/** Nothing is left in limbo: drops whose event was lost, runs whose execution is gone, migrations whose file nobody heard of. */
export class Sweep extends Construct {
  readonly schedule: Schedule;

  constructor(scope: Construct, id: string, { drops, ledger, reading, tracking, migrations }: SweepProps) {
    super(scope, id);
    const sweep = new ServiceFunction(this, 'Sweep', {
      folder: 'sweep',
      env: sweepEnv,
      given: together(
        drops.grantListVersions(),
        ledger.grantReadWrite(),
        reading.arrivals.grantSend((url) => ({ ARRIVAL_QUEUE_URL: url })),
        tracking.grantRestart(),
        migrations.grantRestart(),
        migrations.grantAnnounce(),
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
    // The next sweep does what a missed one left; older calls would only pile up.
    const timer = { schedule: ScheduleExpression.rate(every), calls: sweep, giveUpAfter: every };
    this.schedule = new Timer(this, timer).schedule;
  }
}
