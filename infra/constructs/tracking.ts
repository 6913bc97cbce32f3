import { trackRunEnv } from '@sluice/functions/track-run/env';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { FlowParts } from './flow-parts.ts';
import { setting, together, type Grant } from './grant.ts';
import type { Reporting } from './reporting.ts';
import { ServiceFunction } from './service-function.ts';
import { grantRestart, grantStart, loopOf, machineOf, taskOf } from './state-machines.ts';
import type { Submission } from './submission.ts';
import { uniqueName } from './unique-name.ts';

export interface TrackingProps extends Pick<FlowParts, 'drops' | 'files' | 'ledger' | 'service'> {
  readonly submission: Submission;
  readonly reporting: Reporting;
}

type TrackingEnv = { readonly TRACKING_MACHINE_ARN: string };
const named = (arn: string): TrackingEnv => ({ TRACKING_MACHINE_ARN: arn });

/** An execution polls at most 1,500 times; 5 minutes apart that is 5.2 days. After that the sweep starts another. */
const longestExecution = Duration.days(7);

/** Outcomes are awaited: one execution for each run polls, waits, polls again, and reports the end. */
export class Tracking extends Construct {
  readonly #machine: StateMachine;
  readonly #machineName = uniqueName(this, 'tracking');

  constructor(scope: Construct, id: string, props: TrackingProps) {
    super(scope, id);
    const { drops, files, ledger, service, submission, reporting } = props;
    const trackRun = new ServiceFunction(this, 'TrackRun', {
      folder: 'track-run',
      env: trackRunEnv,
      given: together(
        drops.grantListVersions(),
        files.grantUpload(),
        ledger.grantFor('trackRun'),
        submission.batches.grantSend((url) => ({ BATCH_QUEUE_URL: url })),
        service.grantCall(),
        service.grantRevert(),
        this.#grantWake(),
        setting(ledger.lostTime()),
      ),
      timeout: Duration.minutes(1),
      memoryMb: 512,
      impact: 'Runs do not move: people wait for imports that may have ended long ago.',
    });
    const track = taskOf(this, 'Poll outcomes', { run: trackRun });
    const report = taskOf(this, 'Report the end', { run: reporting.reportRun });
    this.#machine = machineOf(this, {
      name: this.#machineName,
      states: loopOf(this, track, report),
      functions: [trackRun, reporting.reportRun],
      timeout: longestExecution,
      alarm: 'tracking-failures',
      impact: 'Nothing follows a run until the sweep resumes it: its e-mail comes up to half an hour late.',
    });
  }

  grantStart(): Grant<TrackingEnv> {
    return grantStart(this.#machine.stateMachineArn, named);
  }

  /** The end of a run starts the tracker of the next one. The ARN comes from the name: the machine already refers to the function. */
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

  /** Starts executions, and checks whether one still runs. */
  grantRestart(): Grant<TrackingEnv> {
    return grantRestart(this.#machine, named);
  }
}
