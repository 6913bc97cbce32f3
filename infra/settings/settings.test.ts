import { describe, expect, it } from 'vitest';
import config from '../../examples/settings/sluice.config.ts';
import { stageOf, type StageSettings } from './settings.ts';
import { templates } from '../testing/default-templates.ts';
import { differences } from '../testing/differences.ts';
import { permissions } from '../testing/statements.ts';
import { templatesOf, unbundledApp, type Templates } from '../testing/templates.ts';

const {
  permissionsBoundary,
  tags,
  vpc,
  buckets = {},
  encryption,
  domains,
  alarmTopics,
} = config['prod'] ?? {};
const key = encryption?.buckets;
const { drops: _, ...otherBuckets } = buckets;

/** With every alarm, as the templates that it is compared with. */
const of = (settings: StageSettings) => templatesOf(unbundledApp({ monitoring: 'full', ...settings }));
const count = ({ resources }: Templates, type: string) =>
  resources.filter((resource) => resource.type === type).length;
const valuesOf = ({ resources }: Templates, property: string) =>
  resources.flatMap(({ properties }) => (property in properties ? [properties[property]] : []));
const all = (type: string, property: string) => `${type}.${property} ×${count(templates, `AWS::${type}`)}`;

describe('a setting changes what it is about, and nothing else:', () => {
  it('permissionsBoundary limits every role', () => {
    const limited = of({ permissionsBoundary });
    expect(differences(templates, limited)).toEqual([all('IAM::Role', 'PermissionsBoundary')]);
    expect(new Set(valuesOf(limited, 'PermissionsBoundary'))).toEqual(new Set([permissionsBoundary]));
  });

  it('tags are on everything that takes them', () => {
    const found = differences(templates, of({ tags }));
    expect(found.filter((line) => !/\.(?:UserPool)?Tags/u.test(line))).toEqual([]);
    for (const type of ['DynamoDB::Table', 'Lambda::Function', 'S3::Bucket', 'SQS::Queue', 'IAM::Role'])
      expect(found).toContain(all(type, 'Tags'));
  });

  it('vpc has every function, whose network interfaces only Lambda may manage', () => {
    const inside = of({ vpc });
    const functions = count(templates, 'AWS::Lambda::Function');
    expect(differences(templates, inside)).toEqual([
      // Also of both state machines, which call versions.
      `IAM::Policy.PolicyDocument ×${functions + 2}`,
      // That of the function which shows the settings changes with each of them.
      `Lambda::Alias.FunctionVersion ×${functions - 1}`,
      `Lambda::Function.VpcConfig ×${functions}`,
      'StepFunctions::StateMachine.DefinitionString ×2',
    ]);
    for (const value of valuesOf(inside, 'VpcConfig'))
      expect(value).toEqual({ SubnetIds: vpc?.subnets, SecurityGroupIds: vpc?.securityGroups });
    const added = permissions(inside).filter(({ action }) => action.startsWith('ec2:'));
    expect(added.filter(({ effect }) => effect === 'Allow')).toHaveLength(6 * functions);
    const denied = added.filter(({ effect }) => effect === 'Deny').map(({ conditions }) => conditions);
    const whenCodeCalls = { ArnLike: { 'lambda:SourceFunctionArn': ['arn:*:lambda:*:*:function:*'] } };
    expect(denied).toEqual(Array(6 * functions).fill(whenCodeCalls));
  });

  it('notices have a variable and a permission for each channel, and no address', () => {
    const { notices } = config['prod'] ?? {};
    const changed = of({ notices });
    const [secret, topic] = [notices?.channels?.['ops-chat'], notices?.channels?.['imports']];
    expect(differences(templates, changed)).toEqual([
      // Also of both state machines, which call versions.
      'IAM::Policy.PolicyDocument ×5',
      'Lambda::Alias.FunctionVersion ×3',
      'Lambda::Function.Environment ×3',
      'StepFunctions::StateMachine.DefinitionString ×2',
    ]);
    const added = permissions(changed).filter(
      ({ resource }) =>
        resource === (secret as { secret?: string }).secret ||
        resource === (topic as { topic?: string }).topic,
    );
    expect(new Set(added.map(({ action }) => action))).toEqual(
      new Set(['secretsmanager:GetSecretValue', 'sns:Publish']),
    );
    expect(added).toHaveLength(6);
  });

  it('a channel with a key of KMS lets notices use that key, through the service of the channel only', () => {
    const [ofTopic, ofSecret] = ['1111abcd', '2222abcd'].map((id) => key?.replace('1234abcd', id));
    const channels = {
      imports: { kind: 'topic', topic: 'arn:aws:sns:eu-west-1:123456789012:imports', key: ofTopic },
      chat: {
        kind: 'slack',
        secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:a',
        key: ofSecret,
      },
    } as const;
    const changed = permissions(of({ notices: { channels } }));
    const through = (service: string) => ({
      StringEquals: { 'kms:ViaService': [`${service}.<AWS::Region>.<AWS::URLSuffix>`] },
    });
    const notifiers = changed.flatMap(({ action, holder }) => (action === 'sns:Publish' ? [holder] : []));
    const used = changed.filter(({ action }) => action.startsWith('kms:'));
    expect(notifiers).toHaveLength(3);
    expect(new Set(used.map(({ holder }) => holder))).toEqual(new Set(notifiers));
    for (const notifier of notifiers)
      expect(used.filter(({ holder }) => holder === notifier)).toMatchObject([
        { action: 'kms:Decrypt', resource: ofSecret, conditions: through('secretsmanager') },
        { action: 'kms:Decrypt', resource: ofTopic, conditions: through('sns') },
        { action: 'kms:GenerateDataKey', resource: ofTopic, conditions: through('sns') },
      ]);
  });

  it('mail.attachResults lets the report of a run send what it builds itself', () => {
    const changed = of({ mail: { attachResults: true } });
    const raw = permissions(changed).filter(({ action }) => action === 'ses:SendRawEmail');
    expect(new Set(raw.map(({ holder }) => holder)).size).toBe(1);
  });

  it.each([
    ['buckets', 's3', ['S3::Bucket.BucketEncryption ×5'], /^s3:(?:Get|Put)Object/u],
    ['tables', 'dynamodb', [all('DynamoDB::Table', 'SSESpecification')], /^dynamodb:/u],
    [
      'queues',
      'sqs',
      [all('SQS::Queue', 'KmsMasterKeyId'), all('SQS::Queue', 'SqsManagedSseEnabled')],
      /^sqs:(?:Send|Receive)/u,
    ],
    ['secrets', 'secretsmanager', [all('SecretsManager::Secret', 'KmsKeyId')], /^secretsmanager:/u],
  ] as const)(
    'encryption.%s is used by %s for whoever may use what it encrypts',
    (kind, service, changed, uses) => {
      const encrypted = of({ encryption: { [kind]: key } });
      const found = differences(templates, encrypted);
      expect(found.filter((line) => !line.startsWith('IAM::Policy'))).toEqual(changed);
      const holding = (action: RegExp) =>
        new Set(permissions(encrypted).flatMap((one) => (action.test(one.action) ? [one.holder] : [])));
      expect(holding(/^kms:/u)).toEqual(holding(uses));
      expect(holding(uses).size).toBeGreaterThan(2);
      for (const { resource, conditions } of permissions(encrypted).filter(({ action }) =>
        /^kms:/u.test(action),
      ))
        expect([resource, conditions ?? 'by Lambda']).toEqual([
          key,
          expect.toBeOneOf([
            'by Lambda',
            {
              StringEquals: {
                'kms:ViaService': expect.arrayContaining([`${service}.<AWS::Region>.<AWS::URLSuffix>`]),
              },
            },
          ]),
        ]);
    },
  );

  it('encryption.topics encrypts what alarms and SES publish', () => {
    expect(differences(templates, of({ encryption: { topics: key } }))).toEqual([
      all('SNS::Topic', 'KmsMasterKeyId'),
    ]);
  });

  it('encryption.buckets lets people who drop, read results or keep profiles use the key', () => {
    const { outputs } = of({ encryption: { buckets: key } });
    for (const [name, value] of outputs)
      if (name.endsWith('Policy') && JSON.stringify(templates.outputs.get(name)).includes('s3:'))
        expect(JSON.stringify(value), name).toContain(key);
  });

  it('domains add a name to each HTTP API, whose first one stays', () => {
    expect(differences(templates, of({ domains }))).toEqual([
      '+ ApiGatewayV2::ApiMapping ×2',
      '+ ApiGatewayV2::DomainName ×2',
      '+ output BulkImportStack.HistoryDomainTarget',
      '+ output BulkImportStack.HistoryDomainUrl',
      '+ output DataAccessStack.ServiceDomainTarget',
      '+ output DataAccessStack.ServiceDomainUrl',
      // Links in mails have the name.
      'IAM::Policy.PolicyDocument ×2',
      'Lambda::Alias.FunctionVersion ×2',
      'Lambda::Function.Environment ×2',
      'StepFunctions::StateMachine.DefinitionString ×2',
    ]);
  });

  it('dropFolders makes groups, and binds the function that signs uploads', () => {
    const bound = of({ dropFolders: { hr: ['members', 'client/email'], dropper: ['open'] } });
    expect(differences(templates, bound)).toEqual([
      '+ Cognito::UserPoolGroup',
      'Cognito::UserPoolGroup.Description',
      // That of the function which shows the settings changes with each of them.
      'Lambda::Alias.FunctionVersion',
      'Lambda::Function.Environment',
    ]);
    expect(valuesOf(bound, 'Description')).toEqual(
      expect.arrayContaining(['drops into members, client/email', 'drops into open']),
    );
    for (const wrong of [{ operator: ['a'] }, { 'h r': ['a'] }, { hr: ['client'] }, { hr: ['members/2026'] }])
      expect(() => stageOf({ dropFolders: wrong })).toThrow(
        /dropFolders\.(?:operator|h r|hr\.0): expected (?:a|the)/u,
      );
    expect(() => stageOf({ console: false, dropFolders: { hr: ['a'] } })).toThrow('console: true');
  });

  it('links.days: 0 leaves no way in without a signature', () => {
    const changed = of({ links: { days: 0 } });
    expect(differences(templates, changed)).toEqual(
      expect.arrayContaining(['- ApiGatewayV2::Route', '- Lambda::Function', '- IAM::Role']),
    );
    expect(JSON.stringify(changed.resources)).not.toContain('LINKS_URL');
    expect(() => of({ links: { days: 8 }, keep: { days: { runs: 7 } } })).toThrow(
      'links.days: expected at most the 7 days of keep.days.runs, after which the files are gone; got 8',
    );
  });

  it('mail.identities: existing creates no sender', () => {
    expect(differences(templates, of({ mail: { identities: 'existing' } }))).toEqual([
      '- SES::EmailIdentity ×2',
    ]);
    const mail = { flowFrom: 'a@example.org', serviceFrom: 'a@example.org' };
    expect(() => stageOf({ mail })).toThrow('mail.serviceFrom: expected another address than mail.flowFrom');
    stageOf({ mail: { ...mail, identities: 'existing' } });
    stageOf({ mail, service: { url: 'https://records.example.org' } });
  });

  it('alarmTopics get every alarm, in the place of mails if there are none', () => {
    const found = differences(templates, of({ alarmTopics, mail: { alarmsTo: [] } }));
    const ours = ['- SNS::Subscription ×2', '- SNS::Topic ×2', '- SNS::TopicPolicy ×2'];
    // The doctor looks at them by the outputs.
    const outputs = ['BulkImportStack', 'DataAccessStack'].map((stack) => `+ output ${stack}.AlarmTopics`);
    expect(found).toEqual([...outputs, ...ours, all('CloudWatch::Alarm', 'AlarmActions')].toSorted());
    const both = of({ alarmTopics });
    for (const actions of valuesOf(both, 'AlarmActions'))
      expect(actions).toEqual([{ Ref: expect.any(String) }, ...(alarmTopics ?? [])]);
  });

  it('monitoring: basic has no dashboards, and no alarms on what another alarm reports too', () => {
    const basic = of({ monitoring: 'basic' });
    const names = ({ resources }: Templates) =>
      resources.flatMap(({ type, properties }) =>
        type === 'AWS::CloudWatch::Alarm' ? [String(properties['AlarmName'])] : [],
      );
    const left = new Set(names(basic));
    const gone = names(templates).filter((name) => !left.has(name));
    expect(differences(templates, basic)).toEqual([
      `- CloudWatch::Alarm ×${gone.length}`,
      '- CloudWatch::Dashboard ×2',
    ]);
    const reportedElsewhere = gone.filter((name) => !/-(?:errors|(?:ledger|records)-throttles)$/u.test(name));
    const ofGateways = gone.filter((name) => name.endsWith('-gateway-errors'));
    expect(ofGateways).toEqual(['BulkImportStack-console-gateway-errors']);
    expect(reportedElsewhere.map((name) => name.replace('BulkImportStack-', '')).toSorted()).toEqual([
      'bounce-rate',
      'console-gateway-refusals',
      'decision-overdue',
      'hourly-calls-spent',
      'lambda-throttles',
      'migrations-failed',
      'migrations-failed-and-undone',
    ]);
    const ofFunctions = count(templates, 'AWS::Lambda::Function');
    expect(gone).toHaveLength(ofFunctions + 2 + ofGateways.length + reportedElsewhere.length);
  });

  it('monitoring: none has neither alarms nor dashboards', () => {
    const { resources } = of({ monitoring: 'none' });
    expect(resources.filter(({ type }) => type.startsWith('AWS::CloudWatch'))).toEqual([]);
  });

  it('buckets in the place of ours are neither created nor changed', () => {
    const changed = of({ buckets: otherBuckets });
    const found = differences(templates, changed);
    const gone = ['- S3::Bucket ×4', '- S3::BucketPolicy ×4'];
    expect(found).toEqual([
      ...gone,
      'CloudFront::ResponseHeadersPolicy.ResponseHeadersPolicyConfig',
      'IAM::Policy.PolicyDocument ×17',
      'Lambda::Alias.FunctionVersion ×15',
      'Lambda::Function.Environment ×15',
      'S3::Bucket.LoggingConfiguration ×4',
      'StepFunctions::StateMachine.DefinitionString ×2',
    ]);
    const logged = { DestinationBucketName: otherBuckets.accessLogs?.name };
    const prefixes = ['DataAccessStack/audit/', 'BulkImportStack/drops/', 'BulkImportStack/audit/'];
    expect(valuesOf(changed, 'LoggingConfiguration')).toEqual(
      expect.arrayContaining(prefixes.map((LogFilePrefix) => ({ ...logged, LogFilePrefix }))),
    );
  });

  it('tables in the place of ours, such as restored ones, are used and not created', () => {
    const lost = { from: '2026-03-01T09:55:00Z', until: '2026-03-01T10:10:00Z' };
    const changed = of({
      tables: { ledger: { name: 'ledger-restored', lost }, data: { name: 'data-restored' } },
    });
    expect(differences(templates, changed)).toEqual([
      '+ output BulkImportStack.AdoptedTable',
      '+ output DataAccessStack.AdoptedTable',
      '- DynamoDB::Table ×2',
      'CloudWatch::Alarm.Metrics ×2',
      'CloudWatch::Dashboard.DashboardBody ×2',
      'IAM::Policy.PolicyDocument ×24',
      'Lambda::Alias.FunctionVersion ×22',
      'Lambda::Function.Environment ×22',
      'StepFunctions::StateMachine.DefinitionString ×2',
    ]);
    const environments = JSON.stringify(valuesOf(changed, 'Environment'));
    expect(environments.match(/"LEDGER_LOST"/gu)).toHaveLength(4);
    // An execution that began before calls code that has the other table, and is refused.
    const tables = permissions(changed).filter(({ action }) => action.startsWith('dynamodb:'));
    expect(tables.length).toBeGreaterThan(60);
    const restored = /table\/(?:ledger|data)-restored|ConsoleItemsTable/u;
    expect(tables.filter(({ resource }) => !restored.test(resource))).toEqual([]);
  });

  it('tables.data.warmWrites keeps the table of the service warm, and its index for a unit of four', () => {
    const warmOf = (warmWrites: number) =>
      of({ tables: { data: { warmWrites } } }).resources.flatMap(({ type, properties }) =>
        type === 'AWS::DynamoDB::Table'
          ? [JSON.stringify(properties).match(/"WriteUnitsPerSecond":\d+/gu)]
          : [],
      );
    expect(warmOf(40_000)).toEqual([
      ['"WriteUnitsPerSecond":10000', '"WriteUnitsPerSecond":40000'],
      null,
      null,
    ]);
    expect(warmOf(4000)).toEqual([null, null, null]);
  });

  it('paused stops queues, timers and migrations, and closes the service, until it is taken away', () => {
    const paused = of({ paused: true });
    expect(differences(templates, paused)).toEqual([
      'IAM::Policy.PolicyDocument',
      'Lambda::Alias.FunctionVersion ×2',
      all('Lambda::EventSourceMapping', 'Enabled'),
      'Lambda::Function.Environment ×2',
      'Lambda::Function.ReservedConcurrentExecutions',
      all('Scheduler::Schedule', 'State'),
      'StepFunctions::StateMachine.DefinitionString',
    ]);
    // A start that waits in the pause goes on with the code of the deployment that ends it.
    const machines = JSON.stringify(valuesOf(paused, 'DefinitionString'));
    expect(machines.match(/"Ref":"\w+Live\w+"/gu)).toEqual([expect.stringContaining('RunMigrationLive')]);
    expect(new Set(valuesOf(paused, 'Enabled'))).toEqual(new Set([false]));
    expect(valuesOf(paused, 'State')).toEqual(['DISABLED', 'DISABLED']);
  });
});
