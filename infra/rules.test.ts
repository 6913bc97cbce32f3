import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ledgerTable as adaptersLedger } from '@sluice/ledger/dynamodb';
import { App } from 'aws-cdk-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { itemKinds } from '@sluice/console/api/items';
import { itemPrefixes } from './constructs/console-table.ts';
import { ledgerTable as declaredLedger } from './constructs/ledger-table.ts';
import { offenders, ofType, parsed } from './testing/offenders.ts';
import { templates } from './testing/default-templates.ts';
import { BulkImportStack } from './bulk-import-stack.ts';
import { templatesOf, unbundledApp } from './testing/templates.ts';

describe('storage', () => {
  it('has each bucket versioned, encrypted and closed to the public', () => {
    const rule = z.object({
      VersioningConfiguration: z.object({ Status: z.literal('Enabled') }),
      BucketEncryption: z.object({ ServerSideEncryptionConfiguration: z.array(z.unknown()).min(1) }),
      PublicAccessBlockConfiguration: z.object({
        BlockPublicAcls: z.literal(true),
        BlockPublicPolicy: z.literal(true),
        IgnorePublicAcls: z.literal(true),
        RestrictPublicBuckets: z.literal(true),
      }),
    });
    expect(offenders('AWS::S3::Bucket', rule)).toEqual([]);
  });

  it('accepts only TLS for buckets and queues', () => {
    const denied = z.object({
      Effect: z.literal('Deny'),
      Condition: z.object({ Bool: z.object({ 'aws:SecureTransport': z.literal('false') }) }),
    });
    const policy = z.object({
      PolicyDocument: z.object({
        Statement: z.array(z.unknown()).refine((all) => all.some((one) => denied.safeParse(one).success), {
          error: 'denies nothing that comes without TLS',
        }),
      }),
    });
    expect(offenders('AWS::S3::BucketPolicy', policy)).toEqual([]);
    expect(offenders('AWS::SQS::QueuePolicy', policy)).toEqual([]);
    expect(ofType('AWS::S3::BucketPolicy')).toHaveLength(ofType('AWS::S3::Bucket').length);
    expect(ofType('AWS::SQS::QueuePolicy')).toHaveLength(ofType('AWS::SQS::Queue').length);
  });

  it('has each table on demand, encrypted, restorable and safe from deletion', () => {
    const rule = z.object({
      BillingMode: z.literal('PAY_PER_REQUEST'),
      SSESpecification: z.object({ SSEEnabled: z.literal(true) }),
      PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.literal(true) }),
      DeletionProtectionEnabled: z.literal(true),
    });
    // Sessions of the console last for hours.
    const lasting = offenders('AWS::DynamoDB::Table', rule).filter((one) => !one.includes('/ConsoleItems/'));
    expect(lasting).toEqual([]);
  });

  it('declares the kinds of items of the console as its functions make them', () => {
    expect(itemPrefixes).toEqual(itemKinds);
  });

  it('declares the keys of the ledger as its adapter uses them', () => {
    expect(declaredLedger).toEqual(adaptersLedger);
  });

  it('locks the seals of the history and the log of the panel for the time of the stage (invariant 21)', () => {
    const locked = ofType('AWS::S3::Bucket').filter(({ properties }) => properties['ObjectLockEnabled']);
    const rule = { DefaultRetention: { Mode: 'GOVERNANCE', Days: 7 * 365 } };
    const properties = { ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: rule } };
    expect(locked).toMatchObject([
      { path: 'DataAccessStack/Audit/Bucket/Resource', properties },
      { path: 'BulkImportStack/Audit/Bucket/Resource', properties },
    ]);
  });

  it.each([
    ['AWS::S3::Bucket', 'RetainExceptOnCreate'],
    // CloudFormation cannot remove a table that is safe from deletion: a first creation that fails would get stuck.
    ['AWS::DynamoDB::Table', 'Retain'],
  ])('has each %s survive the deletion of its stack (%s)', (type, policy) => {
    const lasting = ofType(type).filter(({ path }) => !path.includes('/ConsoleItems/'));
    const policies = lasting.map(({ deletionPolicy }) => deletionPolicy);
    expect(policies.length).toBeGreaterThan(1);
    expect(policies.filter((one) => one !== policy)).toEqual([]);
  });
});

describe('queues', () => {
  const queueSchema = z.object({
    VisibilityTimeout: z.number().optional(),
    MessageRetentionPeriod: z.number(),
    SqsManagedSseEnabled: z.literal(true),
    RedrivePolicy: z
      .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number().min(5) })
      .optional(),
  });
  const queues = parsed('AWS::SQS::Queue', queueSchema).map((queue) => ({
    arn: `<${queue.id}.Arn>`,
    ...queue,
  }));
  const deadLetterArns = new Set(
    queues.flatMap(({ RedrivePolicy }) => RedrivePolicy?.deadLetterTargetArn ?? []),
  );

  it('have a dead-letter queue or are one', () => {
    const without = queues.filter(({ arn, RedrivePolicy }) => !RedrivePolicy && !deadLetterArns.has(arn));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('keep dead letters for 14 days, longer than any message', () => {
    for (const { arn, MessageRetentionPeriod } of queues) {
      if (deadLetterArns.has(arn)) expect(MessageRetentionPeriod).toBe(14 * 86_400);
      else expect(MessageRetentionPeriod).toBeLessThan(14 * 86_400);
    }
  });

  it('hide a message for at least six times as long as its consumer may run (invariant 7)', () => {
    const timeouts = new Map(
      parsed('AWS::Lambda::Function', z.object({ Timeout: z.number() })).map(({ id, Timeout }) => [
        `<${id}>:live`,
        Timeout,
      ]),
    );
    const mapping = z.object({ EventSourceArn: z.string(), FunctionName: z.string() });
    const sources = parsed('AWS::Lambda::EventSourceMapping', mapping);
    const pairs = sources.map(({ EventSourceArn, FunctionName }) => {
      const hidden = queues.find(({ arn }) => arn === EventSourceArn)?.VisibilityTimeout ?? 0;
      return { FunctionName, times: hidden / (timeouts.get(FunctionName) ?? Number.NaN) };
    });
    expect(pairs).toHaveLength(queues.length / 2);
    expect(pairs.filter(({ times }) => !(times >= 6))).toEqual([]);
  });

  it('get back only the messages that failed', () => {
    const rule = z.object({ FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]) });
    expect(offenders('AWS::Lambda::EventSourceMapping', rule)).toEqual([]);
  });

  it('are worked on by a limited number of workers, where there may be many', () => {
    const limited = z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }) });
    const unlimited = offenders('AWS::Lambda::EventSourceMapping', limited);
    const few = /\/(?:RecordMailEvent|ScheduleMigration|RecordRevert)\//u;
    expect(unlimited.filter((offender) => !few.test(offender))).toEqual([]);
  });
});

describe('the inbox', () => {
  it('announces drops below inbox/, uploads below migrations/ and profiles/, removed migrations, and nothing else', () => {
    const rules = [
      { Name: 'prefix', Value: 'migrations/' },
      { Name: 'suffix', Value: '.json' },
    ];
    const migrations = { S3Key: { Rules: rules } };
    const announced = ofType('AWS::S3::Bucket').flatMap(({ path, properties }) =>
      properties['NotificationConfiguration']
        ? [{ path, sent: properties['NotificationConfiguration'] }]
        : [],
    );
    expect(announced).toMatchObject([
      {
        path: 'BulkImportStack/Drops/Bucket/Resource',
        sent: {
          QueueConfigurations: [
            ...['inbox/', 'migrations/', 'profiles/'].map((Value) => ({
              Event: 's3:ObjectCreated:*',
              Filter: { S3Key: { Rules: [{ Name: 'prefix', Value }] } },
            })),
            { Event: 's3:ObjectRemoved:*', Filter: migrations },
          ],
        },
      },
    ]);
  });

  it('is the only bucket whose events the queues take, by the start of the name that CloudFormation gives it', () => {
    const rule = z.object({
      Principal: z.object({ Service: z.literal('s3.amazonaws.com') }),
      Condition: z.unknown(),
    });
    const policies = parsed(
      'AWS::SQS::QueuePolicy',
      z.object({ PolicyDocument: z.object({ Statement: z.array(z.unknown()) }) }),
    );
    const taking = policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap((one) => rule.safeParse(one).data?.Condition ?? []),
    );
    const [drops] = ofType('AWS::S3::Bucket').filter(({ path }) => path.startsWith('BulkImportStack/Drops/'));
    const name = `bulkimportstack-${drops?.id.toLowerCase()}-*`;
    const condition = {
      StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
      ArnLike: { 'aws:SourceArn': `arn:<AWS::Partition>:s3:::${name}` },
    };
    expect(taking).toEqual([condition, condition]);
  });

  it('belongs to no stack whose name is so long that CloudFormation would shorten that of the bucket', () => {
    const url = 'https://records.example.org';
    const outdir = mkdtempSync(join(tmpdir(), 'sluice-templates-'));
    onTestFinished(() => rmSync(outdir, { recursive: true }));
    const add = (id: string) =>
      new BulkImportStack(new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } }), id, {
        settings: { service: { url } },
      });
    expect(() => add('BulkImportStack-a-long-suffix')).not.toThrow();
    expect(() => add('BulkImportStack-longer-suffix-')).toThrow('Choose a shorter name of the stack');
  });
});

describe('the gateways', () => {
  it('log of each request what an HTTP API knows, without headers, query or body', () => {
    const logged = {
      requestId: '$context.requestId',
      time: '$context.requestTime',
      sourceIp: '$context.identity.sourceIp',
      userArn: '$context.identity.userArn',
      method: '$context.httpMethod',
      path: '$context.path',
      routeKey: '$context.routeKey',
      status: '$context.status',
      responseLength: '$context.responseLength',
      error: '$context.error.message',
      integrationStatus: '$context.integration.status',
      integrationError: '$context.integrationErrorMessage',
    };
    const format = z.string().refine((text) => isDeepStrictEqual(JSON.parse(text), logged));
    const rule = z.object({ AccessLogSettings: z.object({ Format: format, DestinationArn: z.string() }) });
    expect(offenders('AWS::ApiGatewayV2::Stage', rule)).toEqual([]);
  });

  it('are throttled', () => {
    const rule = z.object({
      DefaultRouteSettings: z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }),
    });
    expect(offenders('AWS::ApiGatewayV2::Stage', rule)).toEqual([]);
  });

  it('let a flood of the operations, or of links, neither block the control panel nor take all functions', () => {
    const settings = z.object({ RouteSettings: z.record(z.string(), z.unknown()) });
    const [stage] = parsed('AWS::ApiGatewayV2::Stage', settings.partial(), 'DataAccessStack/');
    expect(stage?.RouteSettings).toEqual({
      'POST /control/{operation}': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
      'POST /control/eraseRecord': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
      'POST /undo/{operation}': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    });
    const [flow] = parsed('AWS::ApiGatewayV2::Stage', settings.partial(), 'BulkImportStack/');
    expect(flow?.RouteSettings).toEqual({
      'GET /files': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
    });
    const reserved = z.object({ ReservedConcurrentExecutions: z.number().optional() });
    const [openLink] = parsed('AWS::Lambda::Function', reserved, 'BulkImportStack/Links/');
    expect(openLink?.ReservedConcurrentExecutions).toBe(2);
    const ofApis = parsed('AWS::Lambda::Function', reserved, 'DataAccessStack/DataApi/');
    expect(ofApis.map((one) => [one.path.split('/').at(-3), one.ReservedConcurrentExecutions])).toEqual([
      ['DataApi', 100],
      ['ControlApi', 5],
      ['EraseImports', undefined],
    ]);
  });

  it('require IAM on every route but the operations of the interface and the links in mails', () => {
    const routeSchema = z.object({ RouteKey: z.string(), AuthorizationType: z.string() });
    const routes = parsed('AWS::ApiGatewayV2::Route', routeSchema).filter(
      ({ path }) => !path.includes('/Console/'),
    );
    expect(
      Object.fromEntries(routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType])),
    ).toEqual({
      $default: 'NONE',
      'POST /control/{operation}': 'AWS_IAM',
      'POST /control/eraseRecord': 'AWS_IAM',
      'POST /undo/{operation}': 'AWS_IAM',
      'GET /files': 'NONE',
      'GET /runs': 'AWS_IAM',
      'GET /runs/{runId}': 'AWS_IAM',
      'GET /runs/{runId}/events': 'AWS_IAM',
      'GET /runs/{runId}/items': 'AWS_IAM',
      'GET /runs/{runId}/rows': 'AWS_IAM',
      'GET /seals': 'AWS_IAM',
      'GET /seals/{day}/heads': 'AWS_IAM',
      'POST /runs/{runId}/{act}': 'AWS_IAM',
      'POST /redrive': 'AWS_IAM',
      'POST /erase': 'AWS_IAM',
      'GET /migrations': 'AWS_IAM',
      'GET /migrations/{subject}': 'AWS_IAM',
      'POST /migrations/{subject}/{act}': 'AWS_IAM',
    });
  });
});

describe('the templates', () => {
  it('are equal when they are written twice', () => {
    expect(templatesOf(unbundledApp({ monitoring: 'full' })).texts).toEqual(templates.texts);
  });

  it('are within the limits of AWS: sizes of templates, of the policies of a role, and of an environment', () => {
    const count = (stack: string) => templates.resources.filter((one) => one.stack === stack).length;
    for (const [stack, text] of Object.entries(templates.texts)) {
      // CDK writes them with indentation.
      expect(JSON.stringify(JSON.parse(text), null, 1).length).toBeLessThan(1_000_000);
      expect(count(stack)).toBeLessThanOrEqual(500);
    }
    const small = (most: number) =>
      z.unknown().refine((value) => JSON.stringify(value).length <= most, `more than ${most} characters`);
    expect(offenders('AWS::IAM::Policy', z.object({ PolicyDocument: small(10_240) }))).toEqual([]);
    expect(offenders('AWS::Lambda::Function', z.object({ Environment: small(4096) }))).toEqual([]);
  });

  it('allow no loopback address', () => {
    for (const text of Object.values(templates.texts))
      expect(text).not.toMatch(/localhost|loopback|127\.0\.0\.1|::1/i);
  });

  it('use only resource types that one machine can run or knows to ignore', () => {
    const runnable = ['resource-kinds.ts', 'resource-policies.ts']
      .map((file) =>
        readFileSync(new URL(`../packages/local/src/resources/${file}`, import.meta.url), 'utf8'),
      )
      .join('');
    const types = [...new Set(templates.resources.map(({ type }) => type))];
    expect(types.filter((type) => !runnable.includes(`'${type}'`))).toEqual([]);
  });

  it('have the outputs that people and tools look for', () => {
    const named = [...templates.outputs.keys()].filter((name) => !name.includes('.ExportsOutput'));
    expect(named.toSorted()).toEqual([
      'BulkImportStack.ApproverPolicy',
      'BulkImportStack.ArrivalQueueUrl',
      'BulkImportStack.AuditBucket',
      'BulkImportStack.CommandLinePolicy',
      'BulkImportStack.ConsoleUrl',
      'BulkImportStack.ConsoleUserPool',
      'BulkImportStack.ControlUrl',
      'BulkImportStack.DropBucket',
      'BulkImportStack.DropperPolicy',
      'BulkImportStack.FilesBucket',
      'BulkImportStack.HistoryUrl',
      'BulkImportStack.MailFrom',
      'BulkImportStack.MigrationKeeperPolicy',
      'BulkImportStack.ProfileKeeperPolicy',
      'BulkImportStack.ReaderPolicy',
      'BulkImportStack.ServiceSecretArn',
      'BulkImportStack.ServiceUrl',
      'DataAccessStack.ControlUrl',
      'DataAccessStack.DataTable',
      'DataAccessStack.ServiceUrl',
    ]);
  });
});
