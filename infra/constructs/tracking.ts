import { trackRunEnv } from '@sluice/functions/track-run/env';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Choice, Condition, Succeed, Wait, WaitTime, type StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { FilesBucket } from './files-bucket.ts';
import { together, type Grant } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { Reporting } from './reporting.ts';
import { ServiceFunction } from './service-function.ts';
import { grantRestart, grantStart, machineOf, taskOf } from './state-machines.ts';
import type { Submission } from './submission.ts';
import type { TargetService } from './target-service.ts';

export interface TrackingProps {
  readonly files: FilesBucket;
  readonly ledger: LedgerTable;
  readonly service: TargetService;
  readonly submission: Submission;
  readonly reporting: Reporting;
}

type TrackingEnv = { readonly TRACKING_MACHINE_ARN: string };
const named = (arn: string): TrackingEnv => ({ TRACKING_MACHINE_ARN: arn });

/** 1,500 polls, the most of one execution, 5 minutes apart take 5.2 days. Whatever lasts longer, the sweep takes up. */
const longestExecution = Duration.days(7);

/** Outcomes are awaited: one execution for each run asks, waits, asks again, and reports the end. */
export class Tracking extends Construct {
  readonly #machine: StateMachine;
  readonly #machineName = `${Stack.of(this).stackName}-tracking`;

  constructor(scope: Construct, id: string, props: TrackingProps) {
    super(scope, id);
    const { files, ledger, service, submission, reporting } = props;
    const trackRun = new ServiceFunction(this, 'TrackRun', {
      folder: 'track-run',
      env: trackRunEnv,
      given: together(
        files.grantReadWrite(),
        ledger.grantReadWrite(),
        submission.batches.grantSend((url) => ({ BATCH_QUEUE_URL: url })),
        service.grantCall(),
        service.grantRevert(),
        this.#grantWake(),
      ),
      timeout: Duration.minutes(1),
      memoryMb: 512,
      impact: 'Runs do not move on: people wait for imports that may have ended long ago.',
    });
    this.#machine = machineOf(this, {
      name: this.#machineName,
      states: this.#states(trackRun, reporting.reportRun),
      functions: [trackRun, reporting.reportRun],
      timeout: longestExecution,
      alarm: 'tracking-failures',
      impact:
        'A run is no longer followed until the sweep takes it up: its e-mail comes up to half an hour late.',
    });
  }

  grantStart(): Grant<TrackingEnv> {
    return grantStart(this.#machine.stateMachineArn, named);
  }

  /** The end of a run starts the tracker of the next one. By its name: the machine refers to the function, which cannot refer to it. */
  #grantWake(): Grant<TrackingEnv> {
    return grantStart(
      Stack.of(this).formatArn({
        service: 'states',
        resource: 'stateMachine',
        resourceName: this.#machineName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
      named,
    );
  }

  /** Starts executions, and sees whether one is still running. */
  grantRestart(): Grant<TrackingEnv> {
    return grantRestart(this.#machine, named);
  }

  #states(trackRun: ServiceFunction, reportRun: ServiceFunction) {
    const track = taskOf(this, 'Track', { run: trackRun });
    const report = taskOf(this, 'Report', { run: reportRun });
    const done = new Succeed(this, 'Done');
    const wait = new Wait(this, 'Wait', { time: WaitTime.secondsPath('$.waitSeconds') });
    const next = new Choice(this, 'Next');
    return track.next(
      next
        .when(Condition.stringEquals('$.next', 'wait'), wait.next(track))
        // While another execution sends the mail, this one waits for what becomes of it.
        .when(Condition.stringEquals('$.next', 'report'), report.next(next))
        // Anything else fails the execution, and is seen.
        .when(Condition.stringEquals('$.next', 'done'), done),
    );
  }
}
