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
  type IChainable,
  type TaskInput,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { acknowledge, acknowledgeVersions, logicalIdOf, placeInFindings } from './acknowledge.ts';
import { permission, type Grant } from './grant.ts';
import { Operations } from './operations.ts';
import type { ServiceFunction } from './service-function.ts';

/** When Lambda itself fails: 2 + 4 + 8 + 16 + 30 + 30 s at most; after a longer outage the sweep resumes the run. */
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

/** When the function fails: polling and reporting may be repeated. 10 + 20 s, then the execution fails visibly. */
const functionRetries = {
  errors: [Errors.ALL],
  interval: Duration.seconds(10),
  backoffRate: 2,
  maxAttempts: 2,
};

interface Task {
  readonly run: ServiceFunction;
  readonly payload?: TaskInput;
  /** Whether it calls the code of the latest deployment, and not that of the one that began the execution. */
  readonly callsLatest?: boolean;
}

/** A state that calls one of our functions, and retries where that may help. */
export function taskOf(
  scope: Construct,
  id: string,
  { run: { version, live, timeout }, payload, callsLatest = false }: Task,
): LambdaInvoke {
  const task = LambdaInvoke.jsonPath(scope, id, {
    lambdaFunction: callsLatest ? live : version,
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    taskTimeout: Timeout.duration(timeout.plus(Duration.seconds(10))),
    ...(payload && { payload }),
  });
  task.addRetry(serviceRetries);
  task.addRetry(functionRetries);
  return task;
}

/** Repeats the step, after the seconds that it returns, until its `next` is another than `wait`. */
export function loopOf(scope: Construct, step: LambdaInvoke, report?: LambdaInvoke): IChainable {
  const isNext = (next: string) => Condition.stringEquals('$.next', next);
  const wait = new Wait(scope, 'Wait', { time: WaitTime.secondsPath('$.waitSeconds') });
  const choice = new Choice(scope, 'Choose what follows').when(isNext('wait'), wait.next(step));
  // While another execution sends the mail, this one waits for its outcome.
  if (report) choice.when(isNext('report'), report.next(choice));
  // Anything else fails the execution visibly.
  return step.next(choice.when(isNext('done'), new Succeed(scope, 'Done')));
}

export interface MachineProps {
  /** For a machine with a name that others need before it exists. CDK names the others. */
  readonly name?: string;
  readonly states: IChainable;
  readonly functions: readonly ServiceFunction[];
  readonly timeout: Duration;
  /** The alarm for failed executions, and whom they hurt. */
  readonly alarm: string;
  readonly impact: string;
}

/** A standard machine with logs without data, traces, and an alarm as soon as one execution fails. */
export function machineOf(scope: Construct, props: MachineProps): StateMachine {
  const { name: stateMachineName, states, functions, timeout, alarm: name, impact } = props;
  const machine = new StateMachine(scope, 'Machine', {
    ...(stateMachineName !== undefined && { stateMachineName }),
    definitionBody: DefinitionBody.fromChainable(states),
    stateMachineType: StateMachineType.STANDARD,
    timeout,
    tracingEnabled: true,
    // The data of an execution stay out of the log, whatever they may contain one day.
    logs: {
      destination: Operations.of(scope).logGroup(scope),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
  });
  acknowledge(machine.role, {
    'AwsSolutions-IAM5[Resource::*]':
      'Delivering logs and traces has no resource to name: AWS allows these actions on all resources only.',
  });
  for (const { lambda } of functions) {
    // Executions that began before a deployment go on calling the version of then.
    const resources = [`${lambda.functionArn}:*`];
    machine.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
    acknowledgeVersions(machine.role, lambda);
  }
  Operations.of(scope).watched.machines.push({ name: name.replace('-failures', ''), machine });
  Operations.of(scope).alarm(scope, {
    name,
    impact,
    metric: machine.metricFailed({ period: Duration.minutes(15), statistic: 'Sum' }),
  });
  return machine;
}

/** @param as gives the variable for the machine's ARN */
export function grantStart<Env extends object>(machineArn: string, as: (arn: string) => Env): Grant<Env> {
  return permission(as(machineArn), ['states:StartExecution'], machineArn);
}

export function grantRestart<Env extends object>(
  machine: StateMachine,
  as: (arn: string) => Env,
): Grant<Env> {
  const { env, allow } = grantStart(machine.stateMachineArn, as);
  return {
    env,
    allow: (role) => {
      allow(role);
      const resources = [executionsOf(machine)];
      role.addToPolicy(new PolicyStatement({ actions: ['states:DescribeExecution'], resources }));
      acknowledge(role, {
        [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:${placeInFindings(role)}:execution:<${logicalIdOf(machine)}.Name>:*]`]:
          'The executions of one machine: each is named after its run.',
      });
    },
  };
}

function executionsOf(machine: StateMachine): string {
  return Stack.of(machine).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${machine.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
