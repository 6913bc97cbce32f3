import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import config from '../examples/settings/sluice.config.ts';
import { resolved } from './testing/resolved.ts';
import { schemaFaults } from './testing/resource-schema.ts';
import { templatesOf, unbundledApp } from './testing/templates.ts';

const app = unbundledApp(config['prod']);
const { violations } = new AwsSolutionsChecks(app, { verbose: true }).validateScope(app);
const templates = templatesOf(app);
const output = (name: string): unknown =>
  JSON.parse(
    z
      .string()
      .max(4096)
      .parse(resolved(templates.outputs.get(`BulkImportStack.${name}`), templates)),
  );

describe('every setting of the example at once', () => {
  it('makes templates that CloudFormation takes', () => {
    const faults = templates.resources.flatMap(({ type, path, properties }) =>
      schemaFaults(type, properties).map((fault) => `${path}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('leaves no finding of cdk-nag without an acknowledgement', () => {
    const found = violations.map(({ ruleName, violatingResources }) => [
      ruleName,
      violatingResources.map(({ constructPath }) => constructPath),
    ]);
    expect(found).toEqual([]);
  });

  it('keeps the templates of a trial small', () => {
    const { texts, resources } = templatesOf(unbundledApp(config['trial']));
    expect(Object.keys(texts)).toEqual(['DataAccessStack-trial', 'BulkImportStack-trial']);
    expect(resources.filter(({ type }) => type.startsWith('AWS::CloudWatch'))).toEqual([]);
  });
});

describe('a drop bucket of another account', () => {
  const bucket = 'arn:<AWS::Partition>:s3:::county-drops';

  it('may announce drops to our queues, and no other bucket may', () => {
    const statements = z.object({
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Principal: z.unknown(), Condition: z.unknown() })),
      }),
    });
    const conditions = templates.resources.flatMap(({ type, properties }) =>
      type === 'AWS::SQS::QueuePolicy'
        ? statements
            .parse(resolved(properties, templates))
            .PolicyDocument.Statement.filter(({ Principal }) => JSON.stringify(Principal).includes('s3.'))
        : [],
    );
    const Condition = {
      StringEquals: { 'aws:SourceAccount': '210987654321' },
      ArnLike: { 'aws:SourceArn': bucket },
    };
    expect(conditions).toEqual(
      [{ Principal: { Service: 's3.amazonaws.com' }, Condition }].flatMap((one) => [one, one]),
    );
  });

  it('needs the notifications of an output: the same that a bucket of ours has', () => {
    const queues = ['Reading/Arrivals/Queue', 'Migrations/Definitions/Queue'].map(
      (path) =>
        `<${templates.resources.find((one) => one.path === `BulkImportStack/${path}/Resource`)?.id}.Arn>`,
    );
    const filter = (...rules: string[][]) => ({
      Key: { FilterRules: rules.map(([Name, Value]) => ({ Name, Value })) },
    });
    const files = filter(['prefix', 'migrations/'], ['suffix', '.json']);
    expect(output('DropBucketNotifications')).toEqual({
      QueueConfigurations: [
        { QueueArn: queues[0], Events: ['s3:ObjectCreated:*'], Filter: filter(['prefix', 'inbox/']) },
        ...['migrations/', 'profiles/'].map((prefix) => ({
          ...{ QueueArn: queues[1], Events: ['s3:ObjectCreated:*'] },
          Filter: filter(['prefix', prefix]),
        })),
        { QueueArn: queues[1], Events: ['s3:ObjectRemoved:*'], Filter: files },
      ],
    });
  });

  it('needs the policy of an output, which lets only the roles of readers read, one remove versions, and two write', () => {
    const { Statement } = z
      .object({ Statement: z.array(z.looseObject({ Condition: z.unknown() })) })
      .parse(output('DropBucketPolicy'));
    const below = (...prefixes: string[]) => prefixes.map((prefix) => `${bucket}/${prefix}/*`);
    expect(Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['s3:ListBucket', 's3:ListBucketVersions'], [bucket]],
      [['s3:GetObject', 's3:GetObjectVersion'], below('inbox', 'profiles', 'migrations')],
      [['s3:DeleteObjectVersion'], below('inbox')],
      [['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'], below('inbox')],
      [['s3:ListBucket', 's3:ListBucketVersions'], [bucket]],
      [['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject'], below('profiles')],
    ]);
    const roles = Statement.map(({ Condition }) =>
      [...JSON.stringify(Condition).matchAll(/<(\w+?)Role[\dA-F]{8}\.Arn>/gu)].map(([, name]) => name),
    );
    const readers = ['ConsoleApiSignDownload', 'HistoryActOnRun', 'HistoryEraseRuns', 'HistoryHistoryApi'];
    const ofMigrations = ['ActOnMigration', 'RunMigration', 'ScheduleMigration'].map(
      (one) => `Migrations${one}`,
    );
    expect(roles[0]?.toSorted()).toEqual([
      ...readers,
      ...ofMigrations,
      'ReadingReadDrop',
      'ReportingReportRun',
      'Sweep',
      'TrackingTrackRun',
    ]);
    const keeping = ['ConsoleApiSaveProfile'];
    expect(roles.slice(1)).toEqual([
      roles[0],
      ['HistoryEraseRuns'],
      ['UploadingSignUpload'],
      ...[keeping, keeping],
    ]);
    for (const { Principal } of Statement)
      expect(Principal).toEqual({ AWS: 'arn:<AWS::Partition>:iam::123456789012:root' });
  });
});
