import { beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../doctor/finding.ts';
import { awsError, fakeStack, queryResult, stackEnv, wholeOutputs } from '../testing/fake-stack.ts';
import { fakeSystem, json, type FakeAnswer, type Seen } from '../testing/fake-system.ts';

const system = fakeSystem();

const topic = 'arn:aws:sns:eu-west-1:1:Alarms';
const resources: [type: string, id: string][] = [
  ['AWS::SES::EmailIdentity', 'flow@example.com'],
  ['AWS::SNS::Topic', topic],
  ['AWS::Lambda::EventSourceMapping', 'uuid-1'],
  ['AWS::Scheduler::Schedule', 'sweep'],
  ['AWS::DynamoDB::Table', 'ledger'],
  ['AWS::SQS::Queue', 'https://sqs.eu-west-1.amazonaws.com/1/work'],
  ['AWS::SQS::Queue', 'https://sqs.eu-west-1.amazonaws.com/1/dead'],
  ['AWS::S3::Bucket', 'drops'],
];

/** What differs from a deployment that lacks nothing, by the request as `METHOD path-or-operation`. */
type Differs = Readonly<Record<string, FakeAnswer>>;

const attributes = (entries: object) =>
  queryResult(
    'GetTopicAttributes',
    `<Attributes>${Object.entries(entries)
      .map(([key, value]) => `<entry><key>${key}</key><value>${String(value)}</value></entry>`)
      .join('')}</Attributes>`,
  );
const queued = (prefix: string) =>
  `<QueueConfiguration><Queue>arn:q</Queue><Event>s3:ObjectCreated:*</Event><Filter><S3Key><FilterRule><Name>Prefix</Name><Value>${prefix}</Value></FilterRule></S3Key></Filter></QueueConfiguration>`;
const notifications = (...prefixes: string[]): FakeAnswer => ({
  status: 200,
  body: `<NotificationConfiguration>${prefixes.map(queued).join('')}</NotificationConfiguration>`,
  headers: { 'content-type': 'application/xml' },
});
const notFound: FakeAnswer = {
  ...json({ message: 'no' }, 404),
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'NotFoundException' },
};
const healthy: Differs = {
  'GET /v2/email/identities/flow%40example.com': json({ VerifiedForSendingStatus: true }),
  'GET /v2/email/identities/example.com': notFound,
  'GET /v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: true }),
  'POST GetTopicAttributes': attributes({ SubscriptionsConfirmed: 1, SubscriptionsPending: 0 }),
  'GET /2016-08-19/account-settings': json({
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 895 },
  }),
  'GET /2015-03-31/event-source-mappings/uuid-1': json({
    UUID: 'uuid-1',
    State: 'Enabled',
    ScalingConfig: { MaximumConcurrency: 5 },
  }),
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
  return operation === 'DescribeTable' ? json({ Table: { DeletionProtectionEnabled: true } }) : undefined;
}

function nameOf({ method, path, body }: Seen): string {
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

function deployed(
  differs: Differs = {},
  { dead = 0, only = /./u, adopted = '', adoptedTable = '' } = {},
): void {
  const answers = { ...healthy, ...differs };
  const listed = resources
    .filter(([type]) => only.test(type))
    .map(
      ([type, id]) =>
        `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`,
    );
  fakeStack(system, {
    ...(only.source !== '.' && { outputs: { ServiceUrl: wholeOutputs(system)['ServiceUrl'] ?? '' } }),
    ...(adopted !== '' && { outputs: { ...wholeOutputs(system), AlarmTopics: adopted } }),
    ...(adoptedTable !== '' && { outputs: { ...wholeOutputs(system), AdoptedTable: adoptedTable } }),
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

async function findings(ending: { status: number }): Promise<Finding[]> {
  const { stdout } = await system.ends('doctor --format json', ending, { env: stackEnv(system) });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

const wrongIn = (found: readonly Finding[]) =>
  found.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check} ${state}`);

describe('sluice doctor --stack', () => {
  beforeEach(() => deployed());

  it('looks at everything, and finds nothing where nothing is missing', async () => {
    const found = await findings({ status: 0 });
    expect(wrongIn(found)).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual([
      'history',
      'token',
      'sender',
      'mail',
      'alarms',
      'quota',
      'queues',
      'schedules',
      'tables',
      'notifications',
      'dead letters',
    ]);
    expect(system.seen.filter((one) => nameOf(one).endsWith('/event-source-mappings/uuid-1'))).toHaveLength(
      1,
    );
  });

  it.each<[string, Differs]>([
    ['sender missing', { 'GET /v2/email/identities/flow%40example.com': notFound }],
    ['mail missing', { 'GET /v2/email/account': json({ SendingEnabled: true }) }],
    ['alarms missing', { 'POST GetTopicAttributes': attributes({ SubscriptionsPending: 1 }) }],
    [
      'quota missing',
      {
        'GET /2016-08-19/account-settings': json({
          AccountLimit: { ConcurrentExecutions: 5, UnreservedConcurrentExecutions: 5 },
        }),
      },
    ],
    [
      'queues missing',
      { 'GET /2015-03-31/event-source-mappings/uuid-1': json({ UUID: 'uuid-1', State: 'Disabled' }) },
    ],
    ['schedules missing', { 'GET /schedules/sweep': json({ State: 'DISABLED' }) }],
    ['notifications missing', { 'GET notification': notifications('migrations/') }],
    [
      'schedules unknown',
      {
        'GET /schedules/sweep': {
          ...json({ message: 'User: ana is not authorized to perform: scheduler:GetSchedule' }, 403),
          headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' },
        },
      },
    ],
  ])('finds: %s', async (wrong, differs) => {
    deployed(differs);
    expect(wrongIn(await findings({ status: 1 }))).toEqual([wrong]);
  });

  it('looks at topics of alarms that are not of the stack, and may not be let', async () => {
    const ofTeam = 'arn:aws:sns:eu-west-1:1:Team';
    const about = (answer: FakeAnswer): Differs => ({ 'POST Team': answer });
    deployed(about(attributes({})), { adopted: `${topic} ${ofTeam}` });
    const found = await findings({ status: 1 });
    expect(found.filter(({ check }) => check === 'alarms').map(({ text }) => text)).toEqual([
      'Alarms has a confirmed subscription.',
      'Alarms has a confirmed subscription.',
      'Nobody subscribes to Team.',
    ]);
    deployed(about(awsError('AuthorizationError', 'not authorized to perform: SNS:GetTopicAttributes')), {
      adopted: ofTeam,
    });
    expect(wrongIn(await findings({ status: 1 }))).toEqual(['alarms unknown']);
  });

  it('looks at a table that is in the place of ours', async () => {
    deployed({}, { adoptedTable: 'restored' });
    const found = await findings({ status: 1 });
    expect(found.filter(({ check }) => check === 'tables').map(({ state, text }) => [state, text])).toEqual([
      ['ok', 'ledger can be restored to a point in time, and is protected against deletion.'],
      ['missing', 'restored cannot be restored to a point in time.'],
    ]);
  });

  it('says in a line what is missing and what to do', async () => {
    deployed({}, { dead: 2 });
    await system.ends(
      'doctor',
      {
        status: 1,
        stdout: /^missing {2}dead letters {3}dead has 2 failed messages\. Find its alarm in .*redrive/mu,
      },
      { env: stackEnv(system) },
    );
  });

  it('looks at a stack of the service too, which has no history, no token and no drops', async () => {
    deployed({}, { only: /SNS|Lambda|SQS/u });
    const found = await findings({ status: 0 });
    expect(found.map(({ check }) => check)).toEqual(['alarms', 'quota', 'queues', 'dead letters']);
  });
});

describe('sluice doctor on this machine', () => {
  it('looks no further at a stack that runs here, where AWS cannot be asked', async () => {
    const StackId = 'arn:aws:cloudformation:us-east-1:000000000000:stack/Flow/local';
    const outputs = Object.entries(wholeOutputs(system)).map(
      ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const described = `<StackId>${StackId}</StackId><Outputs>${outputs.join('')}</Outputs>`;
    const describe = queryResult('DescribeStacks', `<Stacks><member>${described}</member></Stacks>`);
    fakeStack(system, { describe });
    const stdout = ['The import history answers', "The service accepts the flow's token"];
    const ending = { stdout, stderr: 'can be missing on AWS only' };
    await system.ends('doctor', ending, { env: stackEnv(system) });
  });

  it('tries the history and the token, and says what else there is on AWS', async () => {
    system.answer = ({ path }) => (path.startsWith('/history') ? json({ runs: [] }) : json({ ok: true }));
    const stdout = ['The import history answers', "The service accepts the flow's token"];
    await system.ends('doctor', { stdout, stderr: 'can be missing on AWS only: --stack NAME looks' });
  });

  it('finds a token that the service refuses, and a history that does not answer', async () => {
    const error = { code: 'unauthorized', message: 'Unknown token.' };
    system.answer = ({ path }) => (path.startsWith('/history') ? json({}, 500) : json({ ok: false, error }));
    const stdout = [
      /^unknown {2}history {2}The import history answered HTTP 500/mu,
      'Unknown token. Put a working one',
    ];
    await system.ends('doctor', { status: 1, stdout });
  });
});
