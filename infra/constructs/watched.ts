import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';

/** The parts of a stack that its dashboard shows: each adds itself when it is made. */
export interface Watched {
  readonly alarms: IAlarm[];
  readonly functions: { readonly name: string; readonly lambda: IFunction }[];
  readonly queues: { readonly name: string; readonly queue: Queue; readonly deadLetters: Queue }[];
  readonly tables: { readonly name: string; readonly table: ITable }[];
  readonly machines: { readonly name: string; readonly machine: StateMachine }[];
  readonly gateways: { readonly name: string; readonly api: HttpApi }[];
}

export const nothingWatched = (): Watched => ({
  alarms: [],
  functions: [],
  queues: [],
  tables: [],
  machines: [],
  gateways: [],
});
