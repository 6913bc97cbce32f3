import { trackRunEnv } from '@sluice/functions/track-run/env';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  JitterType,
  LogLevel,
  StateMachine,
  StateMachineType,
  Succeed,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeVersions, logicalIdOf } from './acknowledge.ts';
import type { FilesBucket } from './files-bucket.ts';
import { together, type Grant } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import { Operations } from './operations.ts';
import type { Reporting } from './reporting.ts';
import { ServiceFunction } from './service-function.ts';
import type { Submission } from './submission.ts';
import type { TargetService } from './target-service.ts';

export interface TrackingProps {
  readonly files: FilesBucket;
  readonly ledger: LedgerTable;
  readonly service: TargetService;
  readonly submission: Submission;
  readonly reporting: Reporting;
}

/** 1,500 polls, the most of one execution, 5 minutes apart take 5.2 days. Whatever lasts longer, the sweep takes up. */
const longestExecution = Duration.days(7);

/** When the Lambda service itself fails: 2 + 4 + 8 + 16 + 30 + 30 s at most; a longer outage is the sweep's. */
const serviceRetries = {
  errors: [
    'Lambda.ClientExecutionTimeoutException',
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.TooManyRequestsException',
  ],
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxDelay: Duration.seconds(30),
  maxAttempts: 6,
  jitterStrategy: JitterType.FULL,
};

/** When the function fails: asking and reporting do no harm twice. 10 + 20 s, then the execution fails and is seen. */
const functionRetries = {
  errors: [Errors.ALL],
  interval: Duration.seconds(10),
  backoffRate: 2,
  maxAttempts: 2,
};

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
    this.#machine = new StateMachine(this, 'Machine', {
      stateMachineName: this.#machineName,
      definitionBody: DefinitionBody.fromChainable(this.#states(trackRun, reporting.reportRun)),
      stateMachineType: StateMachineType.STANDARD,
      timeout: longestExecution,
      tracingEnabled: true,
      // The data of an execution stay out of the log, whatever they may hold one day.
      logs: {
        destination: Operations.of(this).logGroup(this),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.#acknowledgeRole([trackRun, reporting.reportRun]);
    Operations.of(this).alarm(this, {
      name: 'tracking-failures',
      impact:
        'A run is no longer followed until the sweep takes it up: its e-mail comes up to half an hour late.',
      metric: this.#machine.metricFailed({ period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 1,
    });
  }

  grantStart(): Grant<{ readonly TRACKING_MACHINE_ARN: string }> {
    return startOf(this.#machine.stateMachineArn);
  }

  /** The end of a run starts the tracker of the next one. By its name: the machine refers to the function, which cannot refer to it. */
  #grantWake(): Grant<{ readonly TRACKING_MACHINE_ARN: string }> {
    return startOf(
      Stack.of(this).formatArn({
        service: 'states',
        resource: 'stateMachine',
        resourceName: this.#machineName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
  }

  /** Starts executions, and sees whether one is still running. */
  grantRestart(): Grant<{ readonly TRACKING_MACHINE_ARN: string }> {
    const { env, allow } = this.grantStart();
    return {
      env,
      allow: (role) => {
        allow(role);
        const resources = [this.#executions()];
        role.addToPolicy(new PolicyStatement({ actions: ['states:DescribeExecution'], resources }));
        const machine = `<${logicalIdOf(this.#machine)}.Name>`;
        acknowledge(role, {
          [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machine}:*]`]:
            'The executions of one machine: each is named after its run.',
        });
      },
    };
  }

  #executions(): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.#machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  #states(trackRun: ServiceFunction, reportRun: ServiceFunction) {
    const track = this.#task('Track', trackRun);
    const report = this.#task('Report', reportRun);
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

  #task(id: string, { lambda, timeout }: ServiceFunction): LambdaInvoke {
    const task = LambdaInvoke.jsonPath(this, id, {
      lambdaFunction: lambda,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      taskTimeout: Timeout.duration(timeout.plus(Duration.seconds(10))),
    });
    task.addRetry(serviceRetries);
    task.addRetry(functionRetries);
    return task;
  }

  #acknowledgeRole(functions: readonly ServiceFunction[]): void {
    acknowledge(this.#machine.role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Delivering logs and traces has no resource to name: AWS allows these actions on all resources only.',
    });
    for (const { lambda } of functions) acknowledgeVersions(this.#machine.role, lambda);
  }
}

function startOf(machineArn: string): Grant<{ readonly TRACKING_MACHINE_ARN: string }> {
  return {
    env: { TRACKING_MACHINE_ARN: machineArn },
    allow: (role) =>
      role.addToPolicy(new PolicyStatement({ actions: ['states:StartExecution'], resources: [machineArn] })),
  };
}
