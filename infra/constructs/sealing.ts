import { sealHistoryEnv } from '@sluice/functions/seal-history/env';
import { Duration } from 'aws-cdk-lib';
import type { Schedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { AuditBucket } from './audit-bucket.ts';
import { together } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import { ServiceFunction } from './service-function.ts';
import { Timer } from './timer.ts';

/** The first start an hour or more after the end of a day seals it; each lists the new runs of the days that are not sealed. */
const every = Duration.hours(1);

/** The history of each day is sealed. */
export class Sealing extends Construct {
  readonly schedule: Schedule;

  constructor(
    scope: Construct,
    id: string,
    { ledger, audit }: { readonly ledger: LedgerTable; readonly audit: AuditBucket },
  ) {
    super(scope, id);
    const sealHistory = new ServiceFunction(this, 'SealHistory', {
      folder: 'seal-history',
      env: sealHistoryEnv,
      given: together(ledger.grantFor('sealHistory'), audit.grantSeal()),
      timeout: Duration.minutes(5),
      memoryMb: 1024,
      impact:
        'The history of a day is not sealed: until it is, an auditor could not detect that somebody removed a run.',
    });
    sealHistory.alarmWhenMissed({
      name: 'seal-missed',
      impact:
        'The history was not sealed for a day: an auditor could not detect that somebody removed a run.',
      period: Duration.days(1),
    });
    this.schedule = new Timer(this, { calls: sealHistory, every }).schedule;
  }
}
