import { functionResource, permissionResource, policyResource, writeAssembly } from './assembly-fixture.ts';

const getAtt = (...path: string[]): object => ({ 'Fn::GetAtt': path });
const ref = (Ref: string): object => ({ Ref });

export interface FlowOptions {
  /** An action that the policy lacks. */
  readonly without?: string;
  /** A resource that the template lacks. */
  readonly lacks?: string;
}

/**
 * A small flow over two stacks, with every kind of resource that this machine runs: an uploaded object notifies a queue.
 * The function of the queue stores the key in a table and starts a state machine, which waits and stores its end.
 */
export function writeFlow(folder: string, { without, lacks }: FlowOptions = {}): string {
  const policy = policyResource(
    ...permitted.map(([actions, resource]) => [actions.filter((one) => one !== without), resource] as const),
  );
  const resources = Object.entries({ ...flowStack.Resources, Policy: policy });
  const Resources = Object.fromEntries(resources.filter(([logicalId]) => logicalId !== lacks));
  const flow = { ...flowStack, Resources };
  return writeAssembly(folder, {
    stacks: { Shared: sharedStack, Flow: flow },
    bundles: { arrive, finish, answer },
  });
}

const sharedStack = {
  Parameters: {
    BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/x/version' },
  },
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    },
    Secret: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } },
    },
  },
  Outputs: {
    TableExport: { Value: ref('Table'), Export: { Name: 'Shared:Table' } },
    TableArnExport: { Value: getAtt('Table', 'Arn'), Export: { Name: 'Shared:TableArn' } },
    SecretExport: { Value: ref('Secret'), Export: { Name: 'Shared:Secret' } },
    TableName: { Value: ref('Table') },
  },
};

const permitted: readonly (readonly [actions: string[], resource: object])[] = [
  [['dynamodb:PutItem'], { 'Fn::ImportValue': 'Shared:TableArn' }],
  [['states:StartExecution'], ref('Machine')],
  [['secretsmanager:GetSecretValue'], { 'Fn::ImportValue': 'Shared:Secret' }],
  [['lambda:InvokeFunction'], getAtt('Finish', 'Arn')],
  [
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
    getAtt('Queue', 'Arn'),
  ],
  [['s3:GetObject', 's3:DeleteObject'], { 'Fn::Join': ['', [getAtt('Bucket', 'Arn'), '/mine/*']] }],
];

const flowStack = {
  Resources: {
    Bucket: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        VersioningConfiguration: { Status: 'Enabled' },
        NotificationConfiguration: {
          QueueConfigurations: [
            {
              Event: 's3:ObjectCreated:*',
              Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'inbox/' }] } },
              Queue: getAtt('Queue', 'Arn'),
            },
          ],
        },
      },
    },
    DeadLetters: { Type: 'AWS::SQS::Queue' },
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 2,
        RedrivePolicy: { deadLetterTargetArn: getAtt('DeadLetters', 'Arn'), maxReceiveCount: 2 },
      },
    },
    QueuePolicy: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [ref('Queue')],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: 'sqs:SendMessage',
              Principal: { Service: 's3.amazonaws.com' },
              Resource: getAtt('Queue', 'Arn'),
              Condition: { ArnLike: { 'aws:SourceArn': getAtt('Bucket', 'Arn') } },
            },
          ],
        },
      },
    },
    Arrive: functionResource(
      'arrive',
      { TABLE: { 'Fn::ImportValue': 'Shared:Table' }, MACHINE: ref('Machine') },
      { Timeout: 2 },
    ),
    Arrivals: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: getAtt('Queue', 'Arn'),
        FunctionName: ref('Arrive'),
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 2 },
      },
    },
    Finish: functionResource('finish', { TABLE: { 'Fn::ImportValue': 'Shared:Table' } }),
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        RoleArn: getAtt('Role', 'Arn'),
        DefinitionString: {
          'Fn::Join': [
            '',
            [
              '{"StartAt":"Wait","States":{"Wait":{"Type":"Wait","SecondsPath":"$.seconds","Next":"Finish"},"Finish":{"End":true,"Type":"Task","Resource":"',
              getAtt('Finish', 'Arn'),
              '"}}}',
            ],
          ],
        },
      },
    },
    Sweep: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        ScheduleExpression: 'rate(15 minutes)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: getAtt('Finish', 'Arn'), Input: '{"key":"sweep"}', RoleArn: getAtt('Role', 'Arn') },
      },
    },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    Answer: functionResource('answer', { SECRET: { 'Fn::ImportValue': 'Shared:Secret' } }),
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Api', ProtocolType: 'HTTP' } },
    Permission: permissionResource('Answer', 'Api'),
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: { ApiId: ref('Api'), StageName: '$default', AutoDeploy: true },
    },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: ref('Api'),
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: getAtt('Answer', 'Arn'),
        PayloadFormatVersion: '2.0',
      },
    },
    Default: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: ref('Api'),
        RouteKey: '$default',
        Target: { 'Fn::Join': ['', ['integrations/', ref('Integration')]] },
      },
    },
    Guarded: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: ref('Api'),
        RouteKey: 'POST /control/{operation}',
        AuthorizationType: 'AWS_IAM',
        Target: { 'Fn::Join': ['', ['integrations/', ref('Integration')]] },
      },
    },
  },
  Outputs: {
    BucketName: { Value: ref('Bucket') },
    QueueUrl: { Value: ref('Queue') },
    Url: {
      Value: {
        'Fn::Join': [
          '',
          ['https://', ref('Api'), '.execute-api.', ref('AWS::Region'), '.', ref('AWS::URLSuffix'), '/'],
        ],
      },
    },
  },
};

const arrive = `
  import { SFN } from '@aws-sdk/client-sfn';
  import { DynamoDB, PutItemCommand } from '@aws-sdk/client-dynamodb';
  const machines = new SFN();
  const database = new DynamoDB();
  export async function handler({ Records }) {
    const batchItemFailures = [];
    for (const { messageId, body } of Records) {
      for (const { s3 } of JSON.parse(body).Records ?? []) {
        const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
        if (key.endsWith('bad')) { batchItemFailures.push({ itemIdentifier: messageId }); continue; }
        await database.putItem({ TableName: process.env.TABLE, Item: { pk: { S: 'arrived ' + key } } });
        const input = JSON.stringify({ key, seconds: 2 });
        await machines.startExecution({ stateMachineArn: process.env.MACHINE, name: s3.object.versionId, input });
      }
    }
    return { batchItemFailures };
  }
`;

const finish = `
  import { DynamoDB, PutItemCommand } from '@aws-sdk/client-dynamodb';
  const database = new DynamoDB();
  export async function handler({ key }) {
    await database.putItem({ TableName: process.env.TABLE, Item: { pk: { S: 'finished ' + key } } });
    return { key };
  }
`;

const answer = `
  import { SecretsManager } from '@aws-sdk/client-secrets-manager';
  const secrets = new SecretsManager();
  export async function handler(event) {
    const { SecretString } = await secrets.getSecretValue({ SecretId: process.env.SECRET });
    const { routeKey, rawPath, body, pathParameters } = event;
    const answer = JSON.stringify({ routeKey, rawPath, body, pathParameters, secretLength: SecretString.length });
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: answer };
  }
`;
