import { rmSync } from 'node:fs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ofType } from './testing/offenders.ts';
import { permissions } from './testing/statements.ts';
import { unbundledApp } from './testing/templates.ts';

const all = permissions();

/** Actions that AWS allows only on all resources: delivery of logs, and traces. */
const onAllResources =
  /^(logs:(Create|Delete|Get|List|Update)LogDeliver(y|ies)|logs:(Describe|Put)\w+|xray:\w+)$/;

describe('permissions', () => {
  it('name each action', () => {
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(({ action }) => action.includes('*'))).toEqual([]);
  });

  it('name each resource, except for the delivery of logs and traces', () => {
    const anywhere = all.filter(({ resource }) => resource === '*');
    expect(anywhere.filter(({ action }) => !onAllResources.test(action))).toEqual([]);
    expect(new Set(anywhere.map(({ holder }) => holder))).toEqual(
      new Set(['BulkImportStack/Migrations/Machine', 'BulkImportStack/Tracking/Machine']),
    );
  });

  it('come from no managed policy', () => {
    const roles = ofType('AWS::IAM::Role');
    expect(roles.filter(({ properties }) => properties['ManagedPolicyArns'])).toEqual([]);
  });

  it('let one function write to the inbox, one save profiles, and only two remove versions of objects', () => {
    const objects = all.filter(({ action }) => /^s3:(Put|Delete|Restore|Replicate|Abort)/.test(action));
    expect(objects.length).toBeGreaterThan(0);
    const inDrops = objects.filter(({ resource }) => resource.startsWith('<Drops'));
    const acts = inDrops.map(
      ({ holder, action, resource }) => `${holder} ${action} ${resource.replace(/^.*>/, '')}`,
    );
    expect(acts.toSorted()).toEqual([
      'BulkImportStack/Console/Api/SaveProfile s3:PutObject /profiles/*',
      'BulkImportStack/History/EraseRuns s3:DeleteObjectVersion /inbox/*',
      'BulkImportStack/Uploading/SignUpload s3:AbortMultipartUpload /inbox/*',
      'BulkImportStack/Uploading/SignUpload s3:PutObject /inbox/*',
    ]);
    const deleting = objects.filter(({ action }) => action.startsWith('s3:Delete'));
    expect(new Set(deleting.map(({ holder, action }) => `${holder} ${action}`))).toEqual(
      new Set([
        'BulkImportStack/History/EraseRuns s3:DeleteObjectVersion',
        'DataAccessStack/DataApi/EraseImports s3:DeleteObjectVersion',
      ]),
    );
    expect(deleting.filter(({ resource }) => resource.startsWith('<Audit'))).toEqual([]);
  });

  it('let the flow write only files of its runs, seals, and what people drop and save in the console', () => {
    const written = all.filter(
      ({ holder, action }) => holder.startsWith('BulkImport') && action === 's3:PutObject',
    );
    const places = written.map(({ resource }) => resource.replace(/^<(Drops|Files|Audit)\w+\.Arn>/, '<$1>'));
    expect(new Set(places)).toEqual(
      new Set([
        '<Files>/runs/*',
        '<Audit>/seals/*',
        '<Audit>/heads/*',
        '<Drops>/inbox/*',
        '<Drops>/profiles/*',
      ]),
    );
  });

  it('let no function lift the lock of a seal, and one write seals, three the log of the service (invariant 21)', () => {
    const audit = all.filter(({ resource }) => resource.startsWith('<Audit'));
    expect(audit.filter(({ action }) => /Retention|LegalHold|Bypass|ObjectLock/.test(action))).toEqual([]);
    const writers = audit.filter(({ action }) => action === 's3:PutObject');
    expect(
      new Set(writers.map(({ holder, resource }) => `${holder} ${resource.replace(/^.*>/, '')}`)),
    ).toEqual(
      new Set([
        'BulkImportStack/Sealing/SealHistory /seals/*',
        'BulkImportStack/Sealing/SealHistory /heads/*',
        'DataAccessStack/DataApi/ControlApi /panel/*',
        'DataAccessStack/DataApi/EraseImports /panel/*',
        'DataAccessStack/WebhookDelivery/DeliverWebhooks /panel/*',
      ]),
    );
  });

  it('let the function that seals write only the record of its seals to the ledger (invariant 21)', () => {
    const puts = all.filter(
      ({ holder, action }) => holder.endsWith('/SealHistory') && action.startsWith('dynamodb:'),
    );
    const written = puts.filter(({ action }) => !/Get|Query/.test(action));
    expect(written).toMatchObject([
      {
        action: 'dynamodb:PutItem',
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['seals', 'seals#*', 'days'] } },
      },
    ]);
  });

  it('let no function delete from the ledger, or update a part of an item (invariants 4 and 10)', () => {
    const ledger = all.filter(({ resource }) => resource.startsWith('<Ledger'));
    expect(ledger.length).toBeGreaterThan(0);
    expect(ledger.filter(({ action }) => /Delete|Update|BatchWrite|PartiQL/.test(action))).toEqual([]);
  });

  it('let no function call the control panel, and the flow only ask about its site and undo its imports', () => {
    const called = all.filter(({ action }) => action.startsWith('execute-api:'));
    const front = called.map(
      ({ holder, resource }) => `${holder} ${resource.replace(/^.*\/\$default\//, '')}`,
    );
    const tracker = 'BulkImportStack/Tracking/TrackRun';
    expect(front.toSorted()).toEqual([
      'BulkImportStack/Console/Api/RecordHistory POST/undo/listChanges',
      'BulkImportStack/Console/Api/RecordHistory POST/undo/recordHistory',
      `${tracker} POST/undo/getRevert`,
      `${tracker} POST/undo/revertImport`,
    ]);
  });

  it('let each function read only its own secret', () => {
    const secrets = all.filter(({ action }) => action === 'secretsmanager:GetSecretValue');
    expect(secrets.map(({ holder }) => holder).toSorted()).toEqual([
      'BulkImportStack/Console/Api/RecordHistory',
      'BulkImportStack/Submission/SubmitBatch',
      'BulkImportStack/Tracking/TrackRun',
      'DataAccessStack/DataApi/DataApi',
    ]);
  });
});

it('leaves no finding of cdk-nag (AwsSolutions) without an acknowledgement that gives its reason', () => {
  const app = unbundledApp();
  onTestFinished(() => rmSync(app.outdir, { recursive: true }));
  const { violations } = new AwsSolutionsChecks(app, { verbose: true }).validateScope(app);
  const found = violations.flatMap(({ ruleName, description, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${constructPath}: ${ruleName} ${description}`),
  );
  expect(found).toEqual([]);
});
