import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addOutputs, outputsOfDomain } from './stack/add-outputs.ts';
import { AccessLogs } from './constructs/access-logs.ts';
import { AuditBucket } from './constructs/audit-bucket.ts';
import { Console } from './constructs/console.ts';
import { DropBucket } from './constructs/drop-bucket.ts';
import { FilesBucket } from './constructs/files-bucket.ts';
import { FlowAlarms } from './constructs/flow-alarms.ts';
import { History } from './constructs/history.ts';
import { HttpFront } from './constructs/http-front.ts';
import { LedgerTable } from './constructs/ledger-table.ts';
import { Links } from './constructs/links.ts';
import { Migrations } from './constructs/migrations.ts';
import { Operations } from './constructs/operations.ts';
import { Reading } from './constructs/reading.ts';
import { Reporting } from './constructs/reporting.ts';
import { RevertRecording } from './constructs/revert-recording.ts';
import { Sealing } from './constructs/sealing.ts';
import { Submission } from './constructs/submission.ts';
import { Sweep } from './constructs/sweep.ts';
import { otherService, TargetService } from './constructs/target-service.ts';
import { Tracking } from './constructs/tracking.ts';
import { Uploading } from './constructs/uploading.ts';
import type { DataAccessStack } from './data-access-stack.ts';
import { peoplePolicies } from './people-policies.ts';
import type { StageSettings } from './settings/settings.ts';
import { SluiceStack } from './stack/sluice-stack.ts';

export interface BulkImportProps {
  readonly settings: StageSettings;
  /** The service that records go to; without it, the one of `settings.service.url`. */
  readonly dataAccess?: DataAccessStack | undefined;
}

interface PeopleParts {
  readonly drops: DropBucket;
  readonly files: FilesBucket;
  readonly history: History;
}

/** The flow, for one site of the service. */
export class BulkImportStack extends SluiceStack {
  /** @internal */
  readonly sweep: Sweep;
  /** @internal */
  readonly sealing: Sealing;

  constructor(scope: Construct, id: string, { settings, dataAccess }: BulkImportProps) {
    super(scope, id, settings);
    const { stage } = this;
    const { mail, approval, keep, workers } = stage;
    const operations = Operations.begin(this);
    const accessLogs = new AccessLogs(this, 'AccessLogs', { keep: Duration.days(keep.accessLogs) });

    // What all steps share.
    const drops = new DropBucket(this, 'Drops', {
      accessLogs,
      keep: keep.days,
      sources: stage.migrations.sources,
      kmsKeys: stage.kmsKeys,
    });
    const files = new FilesBucket(this, 'Files', { accessLogs, keep });
    const ledger = new LedgerTable(this, 'Ledger');
    const audit = new AuditBucket(this, 'Audit', { accessLogs, lock: keep.seals });
    const { url, revert, controlUrl } = dataAccess ?? otherService(stage.service);
    const isOurs = controlUrl !== undefined;
    const { idempotencyKey = isOurs, reservePercent, expectations = isOurs } = stage.service;
    const has = { idempotencyKey, expectations };
    const service = new TargetService(this, 'Service', { url, revert, ...has, reservePercent });
    const shared = { drops, files, ledger, service, defaultEmails: mail.defaultTo };

    const front = this.#frontOfHistory();
    const page = stage.console ? new Console(this, 'Console', { accessLogs, drops, files }) : undefined;
    const links = new Links(this, 'Links', { files, front, consoleUrl: page?.url });

    // The flow, from its last step to its first, because each step needs the one after it.
    const sender = { from: mail.flowFrom, identity: mail.identities };
    const reporting = new Reporting(this, 'Reporting', { ...shared, sender, links });
    const submission = new Submission(this, 'Submission', { ...shared, workers: workers.submission });
    const tracking = new Tracking(this, 'Tracking', { ...shared, submission, reporting });
    const uploading = stage.console ? new Uploading(this, 'Uploading', { drops }) : undefined;
    const settingsOfReading = { approval, workers: workers.reading };
    const reading = new Reading(this, 'Reading', { ...shared, tracking, uploading, ...settingsOfReading });

    // Beside the flow.
    const migrations = new Migrations(this, 'Migrations', { ...shared, reading, reporting, links, tracking });
    this.sweep = new Sweep(this, 'Sweep', { ...shared, reading, tracking, migrations });
    if (dataAccess) new RevertRecording(this, 'RevertRecording', { ledger, reverts: dataAccess.reverts });
    this.sealing = new Sealing(this, 'Sealing', { ledger, audit });
    const history = new History(this, 'History', {
      ...shared,
      audit,
      tracking,
      migrations,
      arrivals: reading.arrivals,
      batches: submission.batches,
      front,
      // An undo may write its report when its run is that old.
      keptDays: 2 * keep.days.runs + keep.replaced,
    });

    const outputsOfConsole = uploading && page?.serve({ ...shared, history, migrations, uploading });

    new FlowAlarms(this, 'FlowAlarms');
    operations.show('flow');

    addOutputs(this, {
      AuditBucket: audit.bucket.bucketName,
      ServiceUrl: url,
      ...(controlUrl !== undefined && { ControlUrl: controlUrl }),
      ServiceSecretArn: service.credentials.secretArn,
      ArrivalQueueUrl: reading.arrivals.queue.queueUrl,
      MailFrom: mail.flowFrom,
      ...outputsForPeople({ drops, files, history }),
      ...outputsOfConsole,
    });
  }

  /** Where people read the history, act on runs, and open links in mails. */
  #frontOfHistory(): HttpFront {
    const { throttle, domains } = this.stage;
    return new HttpFront(this, 'HistoryFront', {
      name: 'history',
      throttle,
      domain: domains.history,
      impact: 'People and auditors get errors instead of the import history; the drops continue.',
    });
  }
}

function outputsForPeople({ drops, files, history }: PeopleParts): Record<string, string> {
  return {
    DropBucket: drops.bucket.bucketName,
    FilesBucket: files.bucket.bucketName,
    HistoryUrl: history.url,
    ...outputsOfDomain('History', history.domain),
    ...peoplePolicies({ drops, files, history }),
    ...drops.forItsOwner(),
  };
}
