import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { functionResource, permissionResource, writeAssembly } from '../testing/assembly-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startMachine, type MachineOptions, type RunningMachine } from './start-machine.ts';

const ref = (Ref: string) => ({ Ref });
const getAtt = (...path: string[]) => ({ 'Fn::GetAtt': path });
const role = { Type: 'AWS::IAM::Role', Properties: {} };

async function startWith(Resources: object, options: Partial<MachineOptions> = {}): Promise<RunningMachine> {
  const folder = tempDir();
  const slow = `export const handler = () => new Promise((resolve) => setTimeout(resolve, 300, 'done'));`;
  const stack = { Resources, Outputs: { Url: { Value: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } } } };
  const stacks = { Stack: 'Api' in Resources ? stack : { Resources } };
  const cdkOut = writeAssembly(join(folder, 'cdk.out'), { stacks, bundles: { slow } });
  const running = await startMachine({
    ...{ cdkOut, dataDir: join(folder, 'data'), log: () => undefined },
    ...options,
  });
  onTestFinished(() => running.stop());
  return running;
}

function routeOf(RouteKey: string): object {
  const Target = { 'Fn::Join': ['', ['integrations/', ref('Integration')]] };
  return { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: ref('Api'), RouteKey, Target } };
}

test('an API is unavailable while the executions of its function are taken, and refuses more requests than a throttle allows', async () => {
  const { outputs } = await startWith({
    Role: role,
    Slow: functionResource('slow', {}, { ReservedConcurrentExecutions: 1 }),
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Api', ProtocolType: 'HTTP' } },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: ref('Api'),
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: getAtt('Slow', 'Arn'),
        PayloadFormatVersion: '2.0',
      },
    },
    Permission: permissionResource('Slow', 'Api'),
    Open: routeOf('GET /open'),
    Limited: routeOf('GET /limited'),
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: {
        ApiId: ref('Api'),
        StageName: '$default',
        RouteSettings: { 'GET /limited': { ThrottlingRateLimit: 0.01, ThrottlingBurstLimit: 1 } },
      },
    },
  });
  const status = async (path: string) => (await fetch(`${outputs['Url']}${path}`)).status;
  expect((await Promise.all([status('/open'), status('/open')])).toSorted()).toEqual([200, 503]);
  expect([await status('/open'), await status('/limited'), await status('/limited')]).toEqual([
    200, 200, 429,
  ]);
});

const queue = (properties: object) => ({ Type: 'AWS::SQS::Queue', Properties: properties });

test.each<[string, object, Partial<MachineOptions>, string]>([
  [
    'a queue whose messages are visible again before its function times out',
    {
      Queue: queue({ VisibilityTimeout: 9 }),
      Slow: functionResource('slow'),
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: getAtt('Queue', 'Arn'),
          FunctionName: ref('Slow'),
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
    },
    {},
    'Queue visibility timeout: 9 seconds is less than Function timeout: 10 seconds',
  ],
  [
    'a dead-letter queue that does not take the messages of the queue',
    {
      Dead: queue({ RedriveAllowPolicy: { redrivePermission: 'denyAll' } }),
      Queue: queue({ RedrivePolicy: { deadLetterTargetArn: getAtt('Dead', 'Arn'), maxReceiveCount: 1 } }),
    },
    {},
    'its RedriveAllowPolicy is denyAll',
  ],
  [
    'concurrency that a new account cannot reserve',
    { Slow: functionResource('slow', {}, { ReservedConcurrentExecutions: 1 }) },
    { concurrentExecutions: 10 },
    'Stack/Slow: AwsError: Specified ReservedConcurrentExecutions',
  ],
])('%s is refused, as AWS refuses to deploy it', async (_, resources, options, why) => {
  await expect(startWith({ Role: role, ...resources }, options)).rejects.toThrow(why);
});
