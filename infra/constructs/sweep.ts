import { sweepEnv } from '@sluice/functions/sweep/env';
import { Duration } from 'aws-cdk-lib';
import type { Schedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { FlowParts } from './flow-parts.ts';
import { setting, together } from './grant.ts';
import type { Migrations } from './migrations.ts';
import type { Reading } from './reading.ts';
import { Operations } from './operations.ts';
import { ServiceFunction } from './service-function.ts';
import { Timer } from './timer.ts';
import type { Tracking } from './tracking.ts';

export interface SweepProps extends Pick<FlowParts, 'drops' | 'ledger'> {
  readonly reading: Reading;
  readonly tracking: Tracking;
  readonly migrations: Migrations;
}

/** An object without a run is found from one minute after it landed, in 16 minutes while the inbox keeps at most 50,000 versions. */
const every = Duration.minutes(15);

const alarms = [
  [
    'unreadable-runs',
    'ledger_item_unreadable',
    'A run cannot be read from the ledger and does not move: the person who dropped the sheet waits.',
  ],
  [
    'runs-past-horizon',
    'run_past_horizon',
    'Somebody has waited more than three days for the end of a drop, which should never happen.',
  ],
] as const;

/** Resumes what was lost: drops without an event, runs without an execution, migration files without a notice. */
export class Sweep extends Construct {
  readonly schedule: Schedule;

  constructor(scope: Construct, id: string, { drops, ledger, reading, tracking, migrations }: SweepProps) {
    super(scope, id);
    const sweep = new ServiceFunction(this, 'Sweep', {
      folder: 'sweep',
      env: sweepEnv,
      given: together(
        drops.grantListVersions(),
        ledger.grantFor('sweep'),
        reading.arrivals.grantSend((url) => ({ ARRIVAL_QUEUE_URL: url })),
        tracking.grantRestart(),
        migrations.grantRestart(),
        migrations.grantAnnounce(),
        setting(ledger.lostTime()),
      ),
      timeout: Duration.minutes(5),
      memoryMb: 512,
      impact: 'Lost drops and runs stay lost: the people behind them wait in vain.',
    });
    for (const [name, code, impact] of alarms)
      Operations.of(this).alarmOnLines(this, { name, code, impact, logGroup: sweep.logGroup });
    sweep.alarmWhenMissed({
      name: 'sweep-missed',
      impact: 'Nobody looks for lost drops and runs: the people behind them wait in vain.',
      period: every,
      periods: 3,
    });
    this.schedule = new Timer(this, { calls: sweep, every }).schedule;
  }
}
