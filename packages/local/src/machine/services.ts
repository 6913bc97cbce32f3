import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startFront } from '../aws-json/front.ts';
import { ConsoleKeys } from '../cloudfront/console-key.ts';
import { createDistributions } from '../cloudfront/distributions.ts';
import { createGate } from '../cloudfront/gate.ts';
import { adminOperations } from '../cognito/admin-operations.ts';
import type { GivenPerson } from '../cognito/people.ts';
import { createUserPools } from '../cognito/user-pools.ts';
import { startDynamoDb } from '../dynamodb/dynamodb.ts';
import { createHttpApis } from '../http-api/http-apis.ts';
import { accessLogName, openAccessLog } from '../iam/access-log.ts';
import { Authority } from '../iam/authority.ts';
import { createFunctions } from '../lambda/functions.ts';
import { startS3 } from '../s3/s3-server.ts';
import { openScheduleStore } from '../scheduler/schedule-store.ts';
import { serveSchedulerApi, type SendTo } from '../scheduler/scheduler-api.ts';
import { sendTo } from '../resources/send-to.ts';
import { createSchedules } from '../scheduler/schedules.ts';
import { openSecrets } from '../secrets/secret-store.ts';
import { createMailEvents } from '../ses/mail-events.ts';
import { startSes } from '../ses/ses-server.ts';
import { createTopics } from '../sns/topics.ts';
import { startSqs } from '../sqs/sqs-server.ts';
import { StateMachines } from '../states/state-machines.ts';
import { region } from '../base/pseudo-parameters.ts';
import { clientConfig, pageSecret, type Credentials } from '../base/credentials.ts';
import type { Limits } from '../base/limits.ts';
import type { Machine } from '../resources/machine.ts';
import type { Ports } from '../base/ports.ts';
import type { Stops } from './stops.ts';

export type Services = Pick<
  Machine,
  | 'apis'
  | 'authority'
  | 'distributions'
  | 'dynamodb'
  | 'front'
  | 'functions'
  | 'mail'
  | 'mailEvents'
  | 's3'
  | 'scheduler'
  | 'schedules'
  | 'secrets'
  | 'sqs'
  | 'states'
  | 'topics'
  | 'userPools'
>;

export interface ServicesOptions {
  readonly dataDir: string;
  readonly speed: number;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly credentials: Credentials;
  readonly people: readonly GivenPerson[];
  /** The command that prints an address with a key. */
  readonly opener: string;
  readonly ports: Ports;
  readonly stops: Stops;
}

/** Starts every service with its data from earlier runs. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dataDir, speed, limits, now, log, credentials, ports, stops } = options;
  const aws = clientConfig(credentials);
  const keys = aws.credentials;
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const accessLog = join(dataDir, 'logs', accessLogName);
  const authority = await stops.started(new Authority(keys, openAccessLog(accessLog)));
  const secret = pageSecret(credentials);
  const embedded = [
    stops.started(startSqs({ dataDir: join(dataDir, 'sqs'), ports, aws, accessLog })),
    stops.started(startDynamoDb({ dataDir: join(dataDir, 'dynamodb'), ports, aws, accessLog, log, limits })),
    stops.started(startSes({ dataDir: join(dataDir, 'ses'), ports, keys, accessLog, secret })),
    stops.started(startS3({ dataDir: join(dataDir, 's3'), ports, authority, now, log })),
    stops.started(startFront({ ports, authority })),
  ] as const;
  // Wait for all of them, even if one fails: a service that starts later has to be stopped too.
  await Promise.allSettled(embedded);
  const [sqs, dynamodb, mail, s3, front] = await Promise.all(embedded);
  const functions = await stops.started(createFunctions({ logDir: join(dataDir, 'logs'), speed, limits }));
  const secrets = openSecrets(join(dataDir, 'secrets', 'secrets.json'), now);
  const states = await stops.started(
    new StateMachines({ speed, now, invoke: functions.invoke, authority }, randomUUID),
  );
  const schedules = await stops.started(createSchedules(now, log));
  const { bearerToken } = credentials;
  const apis = await stops.started(createHttpApis({ ports, functions, bearerToken, authority, now, log }));
  const { distributions, userPools } = await startForBrowsers(options, { apis, authority, s3 });
  front.operations('AWSCognitoIdentityProviderService', adminOperations(userPools));
  front.operations('secretsmanager', secrets.operations);
  front.operations('AWSStepFunctions', states.operations);
  const store = openScheduleStore(join(dataDir, 'schedules.json'));
  const send: SendTo = (target, input) => sendTo({ authority, functions, sqs, states }, target, input);
  const scheduler = { store, schedules, now, log, send };
  serveSchedulerApi(front, scheduler);
  const topics = createTopics({ authority, send: sqs.send, log });
  const mailEvents = createMailEvents(topics, now);
  mail.onSent((sent) => {
    mailEvents.publish(sent).catch((error: unknown) => log(`SES events: ${String(error)}`));
  });
  return {
    apis,
    authority,
    distributions,
    dynamodb,
    front,
    functions,
    mail,
    mailEvents,
    s3,
    scheduler,
    schedules,
    secrets,
    sqs,
    states,
    topics,
    userPools,
  };
}

/** What people open, with one gate before all of it. */
async function startForBrowsers(
  { dataDir, credentials, people, opener, ports, stops, now, log }: ServicesOptions,
  given: Pick<Services, 'apis' | 'authority' | 's3'>,
): Promise<Pick<Services, 'distributions' | 'userPools'>> {
  const { bearerToken: token } = credentials;
  const gate = createGate(token, new ConsoleKeys(token, now()), opener);
  const distributions = createDistributions({ ...given, ports, gate, log });
  const userPools = createUserPools({
    dataDir: join(dataDir, 'user-pools'),
    ...{ ports, gate, token, people, log },
  });
  return { distributions: await stops.started(distributions), userPools: await stops.started(userPools) };
}

/** The environment of every function, besides its keys and what its template has. */
export function functionEnvironment(services: Services): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    TZ: 'UTC',
    AWS_REGION: region,
    // The general variable is for services that do not run here: such a call must fail and not reach AWS.
    AWS_ENDPOINT_URL: services.front.endpoint,
    AWS_ENDPOINT_URL_S3: services.s3.endpoint,
    AWS_ENDPOINT_URL_SQS: services.sqs.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: services.dynamodb.endpoint,
    AWS_ENDPOINT_URL_SESV2: services.mail.endpoint,
    // Receivers of webhooks run on this machine too, so private addresses are allowed. No template can allow them.
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
  };
}
