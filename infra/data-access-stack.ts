import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addOutputs, outputsOfDomain } from './stack/add-outputs.ts';
import { AccessLogs } from './constructs/access-logs.ts';
import { AuditBucket } from './constructs/audit-bucket.ts';
import { DataApi } from './constructs/data-api.ts';
import { DataBucket } from './constructs/data-bucket.ts';
import { DataTable } from './constructs/data-table.ts';
import { ImportEngine } from './constructs/import-engine.ts';
import { Operations } from './constructs/operations.ts';
import { revertOfOurs, type Revert } from './constructs/target-service.ts';
import { WebhookDelivery } from './constructs/webhook-delivery.ts';
import type { WorkQueue } from './constructs/work-queue.ts';
import type { StageSettings } from './settings/settings.ts';
import { SluiceStack } from './stack/sluice-stack.ts';

/** The service that the flow calls: its operations, its records, its imports. */
export class DataAccessStack extends SluiceStack {
  readonly url: string;
  readonly controlUrl: string;
  /**
   * Where its imports are undone.
   * @internal
   */
  readonly revert: Revert;
  /**
   * Every undo that ended.
   * @internal
   */
  readonly reverts: WorkQueue;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StageSettings }) {
    super(scope, id, settings);
    const { mail, keep, workers, throttle, paused } = this.stage;
    const reserved = { ...this.stage.reserved, ...(paused && { operations: 0 }) };
    const operations = Operations.begin(this);
    const accessLogs = new AccessLogs(this, 'AccessLogs', { keep: Duration.days(keep.accessLogs) });

    const data = new DataTable(this, 'Data');
    const files = new DataBucket(this, 'Files', { accessLogs, keep });
    const audit = new AuditBucket(this, 'Audit', { accessLogs, lock: keep.seals });
    const stores = { data, files, audit };
    const webhooks = new WebhookDelivery(this, 'WebhookDelivery', { ...stores, workers: workers.webhooks });
    const engine = new ImportEngine(this, 'ImportEngine', {
      data,
      files,
      webhooks,
      sender: { from: mail.serviceFrom, identity: mail.identities },
      workers: workers.imports,
    });
    const api = new DataApi(this, 'DataApi', { ...stores, engine, webhooks, reserved, throttle });

    operations.alarmOnMeasured(this, {
      name: 'service-faults',
      impact: 'Callers of the service get server_error, and cannot know whether an import was accepted.',
      metric: 'CallsFailed',
      period: Duration.minutes(15),
      threshold: 3,
    });
    operations.alarmOnMeasured(this, {
      name: 'service-messages-failing',
      impact: 'Imports or webhooks wait: a function failed on a message, and failed again when it came back.',
      metric: 'MessagesFailed',
      period: Duration.minutes(15),
      threshold: 3,
    });
    operations.alarmOnMeasured(this, {
      name: 'refused-credentials',
      impact: 'Somebody may be guessing keys, or a client with a wrong or disabled token gets no answers.',
      metric: 'CallsUnauthorized',
      period: Duration.minutes(15),
      threshold: 100,
    });
    operations.alarmOnMeasured(this, {
      name: 'deliveries-parked',
      impact: 'A receiver of webhooks misses changes: its delivery was given up after ten tries.',
      metric: 'DeliveriesParked',
      period: Duration.hours(1),
    });
    operations.show('service');

    this.url = api.url;
    this.controlUrl = api.controlUrl;
    this.reverts = engine.reverts;
    this.revert = revertOfOurs(api);
    addOutputs(this, {
      ServiceUrl: api.url,
      ...outputsOfDomain('Service', api.domain),
      ControlUrl: api.controlUrl,
      DataTable: data.table.tableName,
    });
  }
}
