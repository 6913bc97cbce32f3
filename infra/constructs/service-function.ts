import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  CfnFunction,
  Function,
  RecursiveLoop,
  Runtime,
  type IVersion,
} from 'aws-cdk-lib/aws-lambda';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type * as z from 'zod';
import { stageAround } from '../stack/sluice-stack.ts';
import { acknowledge } from './acknowledge.ts';
import { bundledCode } from './bundled-code.ts';
import type { Grant } from './grant.ts';
import { Operations, type ServiceAlarm } from './operations.ts';

/** As in the managed policy AWSLambdaVPCAccessExecutionRole. */
const networkActions = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

type Variables = Readonly<Record<string, string>>;

export interface ServiceFunctionProps<Env extends Variables> {
  /** The folder in `functions`; its `handler.ts` is the entry, and the alarm is named after it. */
  readonly folder: string;
  /** The schema by which the function reads its environment. A missing variable fails to compile. */
  readonly env: z.ZodType<unknown, Env>;
  readonly given: Grant<NoInfer<Env>>;
  readonly timeout: Duration;
  readonly memoryMb: number;
  /** How many run at once at most, and always can; the rest of the account's when absent. */
  readonly reserved?: number | undefined;
  /** It sends to a queue that calls it, to try again later. Lambda would drop the 16th message of such a chain. */
  readonly callsItself?: true;
  /** A sentence: who is affected, and how, when the function crashes or times out. */
  readonly impact: string;
  /** How many failures in a quarter of an hour raise the alarm; three by default. */
  readonly threshold?: number;
}

export interface MissedAlarm extends Pick<ServiceAlarm, 'name' | 'impact' | 'periods'> {
  readonly period: Duration;
}

/** Every Lambda of ours: its own role and log group, a typed environment, and an alarm that states who is affected. */
export class ServiceFunction<Env extends Variables = Variables> extends Construct {
  readonly lambda: Function;
  /** What queues, routes and timers call: it moves from one version to the next, or back, at once. */
  readonly live: Alias;
  /** The code of this deployment. It is kept after it, so that executions under way end on the code that began them. */
  readonly version: IVersion;
  readonly timeout: Duration;
  readonly logGroup: LogGroup;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps<Env>) {
    super(scope, id);
    this.timeout = props.timeout;
    const operations = Operations.of(this);
    this.logGroup = operations.logGroup(this);
    const { logGroup } = this;
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    props.given.allow(role);
    this.role = role;

    this.lambda = new Function(this, 'Function', {
      // The SDK that was tested runs, not the one in the runtime.
      code: bundledCode(props.folder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      environment: {
        ...props.given.env,
        NODE_OPTIONS: '--enable-source-maps',
        METRICS_NAMESPACE: operations.namespace,
      },
      role,
      logGroup,
      timeout: props.timeout,
      memorySize: props.memoryMb,
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      ...(props.callsItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      // A version that survived a rollback would keep the same code from being published again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    this.#enterVpc(role);
    this.version = this.lambda.currentVersion;
    this.live = new Alias(this, 'Live', { aliasName: 'live', version: this.version });
    operations.watched.functions.push({ name: props.folder, lambda: this.lambda });
    operations.alarm(this, {
      name: `${props.folder}-errors`,
      impact: props.impact,
      metric: this.lambda.metricErrors({ period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: props.threshold ?? 3,
      isDetail: true,
    });
  }

  /** Lambda manages the network interfaces under the role of the function, which itself may not. */
  #enterVpc(role: Role): void {
    const { vpc } = stageAround(this);
    const resource = this.lambda.node.defaultChild;
    if (!vpc || !(resource instanceof CfnFunction)) return;
    resource.vpcConfig = { subnetIds: vpc.subnets, securityGroupIds: vpc.securityGroups };
    const network = { actions: networkActions, resources: ['*'] };
    role.addToPolicy(new PolicyStatement(network));
    const byItsCode = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } };
    role.addToPolicy(new PolicyStatement({ ...network, effect: Effect.DENY, conditions: byItsCode }));
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'AWS allows describing network interfaces on all resources only, and their ids are not known before.',
    });
  }

  /** An alarm when it did not come to its end for so long. It takes AWS's own metrics, which cost nothing while nothing else runs. */
  alarmWhenMissed({ name, impact, period, periods = 1 }: MissedAlarm): void {
    const how = { period, statistic: 'Sum' };
    const usingMetrics = {
      invocations: this.lambda.metricInvocations(how),
      errors: this.lambda.metricErrors(how),
    };
    const metric = new MathExpression({
      expression: 'invocations - errors',
      usingMetrics,
      period,
      label: name,
    });
    Operations.of(this).alarm(new Construct(this, name), {
      name,
      impact,
      metric,
      periods,
      isHeartbeat: true,
    });
  }
}
