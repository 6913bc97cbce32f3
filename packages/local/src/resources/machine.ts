import type { Front } from '../aws-json/front.ts';
import type { Distributions } from '../cloudfront/distributions.ts';
import type { UserPools } from '../cognito/user-pools.ts';
import type { DynamoDb } from '../dynamodb/dynamodb.ts';
import type { HttpApis } from '../http-api/http-apis.ts';
import type { Authority } from '../iam/authority.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Limits } from '../base/limits.ts';
import type { S3Server } from '../s3/s3-server.ts';
import type { SchedulerApi } from '../scheduler/scheduler-api.ts';
import type { Schedules } from '../scheduler/schedules.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { MailEvents } from '../ses/mail-events.ts';
import type { SesServer } from '../ses/ses-server.ts';
import type { SqsServer } from '../sqs/sqs-server.ts';
import type { StateMachines } from '../states/state-machines.ts';
import type { Topics } from '../sns/topics.ts';

/** The services of this machine, as the kinds of resources use them. */
export interface Machine {
  readonly cdkOut: string;
  readonly dataDir: string;
  /** Waits are divided by this factor. */
  readonly speed: number;
  readonly now: () => Date;
  readonly log: (line: string) => void;

  readonly limits: Limits;

  readonly apis: HttpApis;
  /** Decides what roles may do. */
  readonly authority: Authority;
  readonly distributions: Distributions;
  readonly dynamodb: DynamoDb;
  /** Serves Secrets Manager, Step Functions and Scheduler to the SDK. */
  readonly front: Front;
  readonly functions: Functions;
  readonly mail: SesServer;
  readonly mailEvents: MailEvents;
  readonly s3: S3Server;
  readonly scheduler: SchedulerApi;
  readonly schedules: Schedules;
  readonly secrets: SecretStore;
  readonly sqs: SqsServer;
  readonly states: StateMachines;
  readonly topics: Topics;
  readonly userPools: UserPools;

  /** The environment of every function: the addresses of the services. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
  /** Registers a task that runs once every resource exists. */
  whenReady(start: () => Promise<void> | void): void;
  /** Registers a task that runs once the caller has said that everything is ready, so that nobody waits for it. */
  whenOpen(start: () => void): void;
  /** Registers a task that runs first when everything stops. */
  whenStopping(stop: () => void): void;
}
