import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetBucketNotificationConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { parseJson } from '@sluice/contract';
import { messageOf } from '../io/cli-error.ts';
import type { AwsClientSettings, AwsService } from '../find/aws-access.ts';
import { awsFault } from '../io/aws-faults.ts';
import { looking, type Check, type Looking } from './finding.ts';
import type { StackSource } from './stack-source.ts';
import {
  judgeAnnouncements,
  judgeConcurrency,
  judgeDeadLetters,
  judgeMailAccount,
  judgeMappings,
  judgeSchedules,
  judgeSenders,
  judgeTables,
  judgeTopics,
  type SenderState,
} from './verdicts.ts';

const sendersOf = ({ ids, output }: StackSource): string[] => {
  const from = output('MailFrom');
  return [...new Set([...ids('AWS::SES::EmailIdentity'), ...(from === undefined ? [] : [from])])];
};

const sendsMail = (stack: StackSource): boolean => sendersOf(stack).length > 0;

const senders: Check<StackSource, SenderState[]> = {
  name: 'sender',
  applies: sendsMail,
  read: (stack) =>
    stack.withClient(SESv2Client, 'SESV2', (ses) =>
      Promise.all(sendersOf(stack).map(async (from) => ({ from, identity: await identityOf(from, ses) }))),
    ),
  judge: judgeSenders,
};

/** An address can be verified itself, or by its domain. */
async function identityOf(from: string, ses: SESv2Client): Promise<SenderState['identity']> {
  const states = await Promise.all(
    [from, from.slice(from.indexOf('@') + 1)].map((one) => isVerified(one, ses)),
  );
  if (states.includes(true)) return 'verified';
  return states.includes(false) ? 'pending' : 'absent';
}

async function isVerified(identity: string, ses: SESv2Client): Promise<boolean | undefined> {
  try {
    const found = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity }));
    return found.VerifiedForSendingStatus === true;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

const mailAccount: Check<StackSource, Parameters<typeof judgeMailAccount>[0]> = {
  name: 'mail',
  applies: sendsMail,
  read: ({ withClient }) =>
    withClient(SESv2Client, 'SESV2', async (ses) => {
      const { ProductionAccessEnabled, SendingEnabled } = await ses.send(new GetAccountCommand());
      return { isInProduction: ProductionAccessEnabled === true, isSending: SendingEnabled === true };
    }),
  judge: judgeMailAccount,
};

type IdsOf = (stack: StackSource) => readonly string[];

const ofType =
  (type: string): IdsOf =>
  ({ ids }) =>
    ids(type);

/** Reads each of some resources. */
const eachOf =
  <C extends { destroy(): void }, T>(
    idsOf: IdsOf,
    [ClientOf, service]: readonly [new (settings: AwsClientSettings) => C, AwsService],
    read: (id: string, client: C) => Promise<T>,
  ) =>
  (stack: StackSource): Promise<T[]> =>
    stack.withClient(ClientOf, service, (client) => Promise.all(idsOf(stack).map((id) => read(id, client))));

const readMappings = eachOf(
  ofType('AWS::Lambda::EventSourceMapping'),
  [LambdaClient, 'LAMBDA'],
  (UUID, lambda) => lambda.send(new GetEventSourceMappingCommand({ UUID })),
);
const knownMappings = new WeakMap<StackSource, ReturnType<typeof readMappings>>();

/** Two checks need them. */
function mappingsOf(stack: StackSource): ReturnType<typeof readMappings> {
  const found = knownMappings.get(stack) ?? readMappings(stack);
  knownMappings.set(stack, found);
  return found;
}

const concurrency: Check<StackSource, Parameters<typeof judgeConcurrency>[0]> = {
  name: 'quota',
  read: async (stack) => {
    const { AccountLimit: limit } = await stack.withClient(LambdaClient, 'LAMBDA', (lambda) =>
      lambda.send(new GetAccountSettingsCommand()),
    );
    const each = (await mappingsOf(stack)).map(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? 0);
    return {
      quota: limit?.ConcurrentExecutions ?? 0,
      unreserved: limit?.UnreservedConcurrentExecutions ?? 0,
      workers: each.reduce((sum, most) => sum + most, 0),
    };
  },
  judge: judgeConcurrency,
};

const topicsIn = (idsOf: IdsOf): Check<StackSource, Parameters<typeof judgeTopics>[0]> => ({
  name: 'alarms',
  applies: (stack) => idsOf(stack).length > 0,
  read: eachOf(idsOf, [SNSClient, 'SNS'], async (TopicArn, sns) => {
    const { Attributes = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn }));
    const { SubscriptionsConfirmed, SubscriptionsPending } = Attributes;
    return {
      name: TopicArn.slice(TopicArn.lastIndexOf(':') + 1),
      confirmed: Number(SubscriptionsConfirmed ?? 0),
      pending: Number(SubscriptionsPending ?? 0),
    };
  }),
  judge: judgeTopics,
});

/** Those of the setting `alarmTopics` belong to others, who may not let us look: that hides nothing about our own. */
const adopted: IdsOf = ({ output }) => output('AlarmTopics')?.split(' ') ?? [];

const mappings: Check<StackSource, Parameters<typeof judgeMappings>[0]> = {
  name: 'queues',
  read: async (stack) =>
    (await mappingsOf(stack)).map(({ UUID = '', State = 'unknown' }) => ({ name: UUID, state: State })),
  judge: judgeMappings,
};

const schedules: Check<StackSource, Parameters<typeof judgeSchedules>[0]> = {
  name: 'schedules',
  applies: ({ ids }) => ids('AWS::Scheduler::Schedule').length > 0,
  read: eachOf(
    ofType('AWS::Scheduler::Schedule'),
    [SchedulerClient, 'SCHEDULER'],
    async (Name, scheduler) => {
      const { State = 'unknown' } = await scheduler.send(new GetScheduleCommand({ Name }));
      return { name: Name, state: State };
    },
  ),
  judge: judgeSchedules,
};

const redriveSchema = z.object({ deadLetterTargetArn: z.string() });

const deadLetters: Check<StackSource, Parameters<typeof judgeDeadLetters>[0]> = {
  name: 'failed messages',
  read: eachOf(ofType('AWS::SQS::Queue'), [SQSClient, 'SQS'], async (QueueUrl, sqs) => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages', 'RedrivePolicy'],
      }),
    );
    const redrive = redriveSchema.safeParse(parseJson(Attributes.RedrivePolicy ?? ''));
    return {
      arn: Attributes.QueueArn ?? QueueUrl,
      messages: Number(Attributes.ApproximateNumberOfMessages ?? 0),
      deadLetters: redrive.data?.deadLetterTargetArn,
    };
  }),
  judge: judgeDeadLetters,
};

/** A restored table has neither of the two by itself. */
const tables: Check<StackSource, Parameters<typeof judgeTables>[0]> = {
  name: 'tables',
  read: eachOf(
    ({ ids, output }) => [...ids('AWS::DynamoDB::Table'), ...(output('AdoptedTable')?.split(' ') ?? [])],
    [DynamoDBClient, 'DYNAMODB'],
    async (TableName, dynamo) => {
      const [described, backups] = await Promise.all([
        dynamo.send(new DescribeTableCommand({ TableName })),
        dynamo.send(new DescribeContinuousBackupsCommand({ TableName })),
      ]);
      const { PointInTimeRecoveryDescription: recovery } = backups.ContinuousBackupsDescription ?? {};
      return {
        name: TableName,
        isProtected: described.Table?.DeletionProtectionEnabled === true,
        isRestorable: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
      };
    },
  ),
  judge: judgeTables,
};

const announcements: Check<StackSource, Parameters<typeof judgeAnnouncements>[0]> = {
  name: 'notifications',
  applies: ({ output }) => output('DropBucket') !== undefined,
  read: ({ output, withClient }) =>
    withClient(S3Client, 'S3', async (s3) => {
      const Bucket = output('DropBucket');
      const found = await s3.send(new GetBucketNotificationConfigurationCommand({ Bucket }));
      return (found.QueueConfigurations ?? []).flatMap(
        ({ Filter }) =>
          Filter?.Key?.FilterRules?.find(({ Name = '' }) => /^prefix$/iu.test(Name))?.Value ?? [],
      );
    }),
  judge: judgeAnnouncements,
};

const why = (error: unknown): string => messageOf(awsFault(error));

/** In the order of docs/deploying.md. */
export const stackChecks: readonly Looking<StackSource>[] = [
  looking(senders, why),
  looking(mailAccount, why),
  looking(topicsIn(ofType('AWS::SNS::Topic')), why),
  looking(topicsIn(adopted), why),
  looking(concurrency, why),
  looking(mappings, why),
  looking(schedules, why),
  looking(tables, why),
  looking(announcements, why),
  looking(deadLetters, why),
];
