import { fakeStack, queryResult, wholeOutputs } from './fake-stack.ts';
import { json, type FakeAnswer, type FakeSystem, type Seen } from './fake-system.ts';

export const topic = 'arn:aws:sns:eu-west-1:1:Alarms';
const resources: [type: string, id: string][] = [
  ['AWS::SES::EmailIdentity', 'flow@example.com'],
  ['AWS::SNS::Topic', topic],
  ['AWS::Lambda::EventSourceMapping', 'uuid-1'],
  ['AWS::Scheduler::Schedule', 'sweep'],
  ['AWS::DynamoDB::Table', 'runs'],
  ['AWS::SQS::Queue', 'https://sqs.eu-west-1.amazonaws.com/1/work'],
  ['AWS::SQS::Queue', 'https://sqs.eu-west-1.amazonaws.com/1/dead'],
  ['AWS::S3::Bucket', 'drops'],
];

/** What differs from a deployment that lacks nothing, by the request as `METHOD path-or-operation`. */
export type Differs = Readonly<Record<string, FakeAnswer>>;

export const attributes = (entries: object) =>
  queryResult(
    'GetTopicAttributes',
    `<Attributes>${Object.entries(entries)
      .map(([key, value]) => `<entry><key>${key}</key><value>${String(value)}</value></entry>`)
      .join('')}</Attributes>`,
  );
const queued = (prefix: string) =>
  `<QueueConfiguration><Queue>arn:q</Queue><Event>s3:ObjectCreated:*</Event><Filter><S3Key><FilterRule><Name>Prefix</Name><Value>${prefix}</Value></FilterRule></S3Key></Filter></QueueConfiguration>`;
export const notifications = (...prefixes: string[]): FakeAnswer => ({
  status: 200,
  body: `<NotificationConfiguration>${prefixes.map(queued).join('')}</NotificationConfiguration>`,
  headers: { 'content-type': 'application/xml' },
});
/** An error of AWS's services that answer JSON. */
const jsonError = (type: string, message: string, status: number): FakeAnswer => ({
  ...json({ message }, status),
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
});
export const notFound = jsonError('NotFoundException', 'no', 404);
export const scheduleDenied = jsonError(
  'AccessDeniedException',
  'User: ana is not authorized to perform: scheduler:GetSchedule',
  403,
);
/** The concurrent executions of an account, and how many of them are free. */
export const executions = (all: number, free = all): FakeAnswer =>
  json({ AccountLimit: { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free } });
export const mapping = (State: string): FakeAnswer =>
  json({ UUID: 'uuid-1', State, ScalingConfig: { MaximumConcurrency: 5 } });
const healthy: Differs = {
  'GET /v2/email/identities/flow%40example.com': json({ VerifiedForSendingStatus: true }),
  'GET /v2/email/identities/example.com': notFound,
  'GET /v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: true }),
  'POST GetTopicAttributes': attributes({ SubscriptionsConfirmed: 1, SubscriptionsPending: 0 }),
  'GET /2016-08-19/account-settings': executions(1000, 895),
  'GET /2015-03-31/event-source-mappings/uuid-1': mapping('Enabled'),
  'GET /schedules/sweep': json({ State: 'ENABLED' }),
  'GET notification': notifications('inbox/', 'migrations/'),
};

/** A table that lacks nothing, unless a name says otherwise. */
function table({ headers, body }: Seen): FakeAnswer | undefined {
  const isAdopted = body.includes('restored');
  const status = isAdopted ? 'DISABLED' : 'ENABLED';
  const recovery = { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: status } };
  const operation = String(headers['x-amz-target']).split('.')[1];
  if (operation === 'DescribeContinuousBackups')
    return json({ ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', ...recovery } });
  if (operation === 'ListGroups') return json({ Groups: [{ GroupName: 'admin' }] });
  return operation === 'DescribeTable' ? json({ Table: { DeletionProtectionEnabled: true } }) : undefined;
}

export function nameOf({ method, path, body }: Seen): string {
  const [place = ''] = path.replace(/^\/aws/u, '').split('?');
  if (body.includes('Team')) return 'POST Team';
  return `${method} ${new URLSearchParams(body).get('Action') ?? place.replace(/\/$/u, '')}`;
}

/** A queue `work` whose dead letters go to `dead`. */
function queue({ body }: Seen, messages: number): FakeAnswer {
  const isWork = body.includes('/work');
  const own = isWork ? 'arn:work' : 'arn:dead';
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: 'arn:dead', maxReceiveCount: 5 });
  const QueueArn = `arn:aws:sqs:eu-west-1:1:${own.slice('arn:'.length)}`;
  const policy = { RedrivePolicy: RedrivePolicy.replace('arn:dead', 'arn:aws:sqs:eu-west-1:1:dead') };
  const Attributes = { QueueArn, ApproximateNumberOfMessages: String(messages), ...(isWork && policy) };
  return json({ Attributes });
}

/** A stack `Flow`, deployed, and what AWS says about its parts. */
export function deployed(
  system: FakeSystem,
  differs: Differs = {},
  { dead = 0, only = /./u, adopted = '', adoptedTable = '', hasToken = true } = {},
): void {
  const answers = { ...healthy, ...differs };
  const { ServiceUrl = '', ...others } = wholeOutputs(system);
  const outputs = {
    ServiceUrl,
    ...(only.source === '.' && others),
    ...(adopted !== '' && { AlarmTopics: adopted }),
    ...(adoptedTable !== '' && { AdoptedTable: adoptedTable }),
  };
  const listed = resources
    .filter(([type]) => only.test(type))
    .map(
      ([type, id]) =>
        `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`,
    );
  fakeStack(system, {
    outputs,
    ...(!hasToken && { secret: '{"apiKey":"not-set-yet"}' }),
    aws: (seen) => {
      if (seen.body.includes('Action=ListStackResources'))
        return queryResult(
          'ListStackResources',
          `<StackResourceSummaries>${listed.join('')}</StackResourceSummaries>`,
        );
      if (seen.headers['x-amz-target'] === 'AmazonSQS.GetQueueAttributes')
        return queue(seen, seen.body.includes('/dead') ? dead : 3);
      return table(seen) ?? answers[nameOf(seen)];
    },
  });
  for (const bucket of ['drops', 'drops/'])
    system.objects.set(bucket, Buffer.from(answers['GET notification']?.body ?? ''));
}
