import { Aws, type Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { stageAround } from '../stack/sluice-stack.ts';
import { acknowledgeVersions } from './acknowledge.ts';
import type { ServiceFunction } from './service-function.ts';

export interface TimerProps {
  readonly calls: ServiceFunction;
  /** A call that cannot be made in this time is given up, since the next one does its work. */
  readonly every: Duration;
}

/** Calls a function on a schedule. */
export class Timer extends Construct {
  readonly schedule: Schedule;

  constructor(scope: Construct, { calls, every }: TimerProps) {
    super(scope, 'Timer');
    const role = new Role(scope, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    this.schedule = new Schedule(scope, 'Schedule', {
      schedule: ScheduleExpression.rate(every),
      enabled: !stageAround(this).paused,
      target: new LambdaInvoke(calls.live, { role, retryAttempts: 2, maxEventAge: every }),
    });
    acknowledgeVersions(role, calls.lambda);
  }
}
